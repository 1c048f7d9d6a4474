package muster.experiments.replay;

import muster.endtoend.CommandContract;

class ReplayCommandsTest extends CommandContract {}

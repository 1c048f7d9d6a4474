package muster.experiments.observe;

import muster.endtoend.CommandContract;

class ObserveCommandsTest extends CommandContract {}

package muster.experiments.compare;

import muster.endtoend.CommandContract;

class CompareCommandsTest extends CommandContract {}

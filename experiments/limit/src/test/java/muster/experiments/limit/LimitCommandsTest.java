package muster.experiments.limit;

import muster.endtoend.CommandContract;

class LimitCommandsTest extends CommandContract {}

package muster.experiments.data;

import muster.endtoend.CommandContract;

class DataCommandsTest extends CommandContract {}

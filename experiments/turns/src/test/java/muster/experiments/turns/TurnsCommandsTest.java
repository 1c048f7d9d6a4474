package muster.experiments.turns;

import muster.endtoend.CommandContract;

class TurnsCommandsTest extends CommandContract {}

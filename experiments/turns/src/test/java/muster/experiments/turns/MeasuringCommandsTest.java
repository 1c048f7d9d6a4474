package muster.experiments.turns;

import muster.endtoend.MeasuringCommandContract;

class MeasuringCommandsTest extends MeasuringCommandContract {}

package muster.experiments.limit;

import muster.endtoend.MeasuringCommandContract;

class MeasuringCommandsTest extends MeasuringCommandContract {}

package muster.experiments.reproduce;

import muster.endtoend.MeasuringCommandContract;

class MeasuringCommandsTest extends MeasuringCommandContract {}

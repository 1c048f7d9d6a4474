package muster.cli;

import muster.endtoend.MeasuringCommandContract;

class MeasuringCommandsTest extends MeasuringCommandContract {}

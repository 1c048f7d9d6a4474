package muster.experiments.reproduce;

import muster.endtoend.CommandContract;

class ReproduceCommandsTest extends CommandContract {}

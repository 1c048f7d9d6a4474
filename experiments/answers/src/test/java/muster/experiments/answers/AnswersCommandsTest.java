package muster.experiments.answers;

import muster.endtoend.CommandContract;

class AnswersCommandsTest extends CommandContract {}

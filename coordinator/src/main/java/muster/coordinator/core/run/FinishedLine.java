package muster.coordinator.core.run;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.event.OutcomeMessages;
import muster.model.AnswerVerdict;
import muster.protocol.Finished;
import muster.protocol.RunResult;

/** The end of a run in one line. */
final class FinishedLine {
    private FinishedLine() {}

    private static String answers(RunResult result) {
        return result.getAnswersAsked() == 0
                ? ""
                : "answers "
                        + AnswerVerdict.text(
                                result.getAnswers(), result.getAnswersCompared(), result.getAnswersAsked());
    }

    /** For the coordinator's log: how it ended, and its verdicts. */
    static String of(Finished finished) {
        RunResult result = finished.getResult();
        String verdict = Stream.concat(
                        Stream.of(result.getValidity(), answers(result), finished.getMessage()),
                        result.getSweepsList().stream().map(sweep -> sweep.getSentences(0)))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        return "run %d %s %s: %s%s"
                .formatted(
                        finished.getRunId(),
                        result.getName(),
                        finished.getState(),
                        OutcomeMessages.of(result.getCounts()).sentence(),
                        verdict.isEmpty() ? "" : "; " + verdict);
    }
}

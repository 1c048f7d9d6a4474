package muster.coordinator.core.run;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.protocol.Finished;
import muster.protocol.RunResult;
import muster.store.table.AnswerVerdict;

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
        return "run %d %s %s: %d operations, %d errors%s"
                .formatted(
                        finished.getRunId(),
                        result.getName(),
                        finished.getState(),
                        result.getOperations(),
                        result.getErrors(),
                        verdict.isEmpty() ? "" : "; " + verdict);
    }
}

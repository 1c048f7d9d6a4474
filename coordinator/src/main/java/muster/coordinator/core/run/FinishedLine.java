package muster.coordinator.core.run;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.Finished;
import muster.protocol.RunResult;

/** The end of a run in one line. */
final class FinishedLine {
    private FinishedLine() {}

    /** For whoever watches the coordinator: how it ended, and what it says. */
    static String of(Finished finished) {
        RunResult result = finished.getResult();
        String verdict = Stream.concat(
                        Stream.of(result.getValidity(), finished.getMessage()),
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

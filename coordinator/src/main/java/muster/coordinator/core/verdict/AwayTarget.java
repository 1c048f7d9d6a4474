package muster.coordinator.core.verdict;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/** What is stored of a phase whose target was away for some time, or started again, and was not lost. */
public final class AwayTarget {
    private AwayTarget() {}

    /**
     * One warning, if there is anything to tell.
     *
     * @param absences how long it could not be reached, and from when on
     * @param ended processes of its server that were observed
     */
    public static List<CheckRow> rows(PhaseAt at, List<String> absences, List<String> ended) {
        String observed = Stream.concat(
                        absences.stream().map(each -> "away for " + each),
                        ended.stream().map(each -> each + " has ended"))
                .collect(Collectors.joining("; "));
        return observed.isEmpty()
                ? List.of()
                : List.of(CheckRows.warning(
                        at,
                        CheckRow.TARGET_AWAY,
                        "answers all the time",
                        observed,
                        "",
                        "the target came back: figures of phase " + at.phase()
                                + " hold the time without it, and caches that were cold"));
    }
}

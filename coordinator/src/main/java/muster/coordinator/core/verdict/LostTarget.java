package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.verdict.BottleneckAnalysis.Culprit;
import muster.coordinator.core.verdict.BottleneckAnalysis.Finding;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/** What is stored of a phase whose target stopped answering for good: nothing else than that limited it. */
public final class LostTarget {
    private LostTarget() {}

    /**
     * The warning, and of a measure phase also the finding.
     *
     * @param lostAt when, after the start of the phase
     */
    public static List<CheckRow> rows(PhaseAt at, String lostAt, String sentence, boolean measures) {
        CheckRow warning = CheckRows.warning(
                at,
                CheckRow.TARGET_LOST,
                "answers until the end",
                lostAt,
                "",
                "what was measured before is kept; the phase ends with the last answer");
        return measures ? List.of(warning, new Finding(Culprit.TARGET_LOST, "", sentence).row(at)) : List.of(warning);
    }
}

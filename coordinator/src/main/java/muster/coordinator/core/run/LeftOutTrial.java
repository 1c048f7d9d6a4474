package muster.coordinator.core.run;

import java.util.List;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.verdict.CheckRows;
import muster.coordinator.core.verdict.CoverageCheck;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/**
 * A trial whose figures the answer of a sweep does not use (decision 0096). What its generator did and which thresholds it
 * missed is worth knowing and decides nothing; books that disagree and wrong answers count wherever they are found.
 */
final class LeftOutTrial {
    private LeftOutTrial() {}

    /** Says in the store that it has no verdict. */
    static List<CheckRow> fact(PhaseAt at, RunScript script) {
        return script.leavesOut(at.trial())
                ? List.of(CheckRows.fact(at, CheckRow.LEFT_OUT, "", "it meets a cold server"))
                : List.of();
    }

    /** Those rows, with warnings in the place of failed ones of trials that are left out. */
    static List<CheckRow> unjudged(List<CheckRow> rows, RunScript script) {
        return rows.stream()
                .map(row -> script.leavesOut(row.trial()) ? unjudged(row) : row)
                .toList();
    }

    private static CheckRow unjudged(CheckRow row) {
        boolean generator = CheckKind.VALIDITY.is(row) && !row.name().equals(CoverageCheck.NAME);
        if (row.passed() || !(generator || CheckKind.THRESHOLD.is(row))) {
            return row;
        }
        return new CheckRow(
                row.runId(),
                row.step(),
                row.trial(),
                CheckKind.WARNING.label(),
                row.name(),
                row.expected(),
                row.observed(),
                false,
                row.worker(),
                "no answer uses this trial, which meets a cold server"
                        + (row.reason().isEmpty() ? "" : ": " + row.reason()));
    }
}

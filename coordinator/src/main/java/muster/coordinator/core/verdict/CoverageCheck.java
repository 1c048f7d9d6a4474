package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/**
 * Whether the books of a closed phase agree (SEMANTICS 15): planned and missing are told by the leases, covered by the
 * snapshots' ranges, counted by the decoded histograms. Where they differ something was counted twice or not at all, and
 * no figure of the phase can be trusted.
 */
public final class CoverageCheck {
    /** One row of this name for each phase that was judged. */
    public static final String NAME = "books";

    private static final String EXPECTED = "planned = covered + missing, counted = covered";

    private static final String NOT_JUDGED = "not judged";

    private CoverageCheck() {}

    public static List<CheckRow> of(PhaseAt at, PhaseFigures figures) {
        CheckRows checks = new CheckRows(at, CheckKind.VALIDITY);
        PhaseBooks count = figures.books();
        checks.add(
                NAME,
                EXPECTED,
                count.text(),
                count.agree(),
                "",
                "phase " + at.phase() + ": operations were counted twice or lost; this is a fault of Muster");
        return checks.rows();
    }

    /** The row if they do not agree, none otherwise. */
    public static List<CheckRow> failure(PhaseAt at, PhaseFigures figures) {
        return of(at, figures).stream().filter(row -> !row.passed()).toList();
    }

    /** Whether this row says that they were compared, and differ. */
    public static boolean disagree(CheckRow row) {
        return !row.passed() && !row.observed().equals(NOT_JUDGED);
    }

    public static List<CheckRow> unjudged(PhaseAt at) {
        CheckRows checks = new CheckRows(at, CheckKind.VALIDITY);
        checks.add(
                NAME,
                EXPECTED,
                NOT_JUDGED,
                false,
                "",
                "the coordinator was restarted between the end of a measured phase and its judgement");
        return checks.rows();
    }
}

package muster.coordinator;

import java.util.List;
import muster.store.CheckKind;
import muster.store.CheckRow;
import muster.store.PhaseAt;

/**
 * Whether the books of a closed phase agree (SEMANTICS 15): planned and missing are told by the leases, covered by the
 * snapshots' ranges, counted by the decoded histograms. Where they differ something was counted twice or not at all, and
 * no figure of the phase can be trusted.
 */
final class Books {
    /** One row of this name for each phase that was judged. */
    static final String NAME = "books";

    private static final String EXPECTED = "planned = covered + missing, counted = covered";

    private Books() {}

    static List<CheckRow> of(PhaseAt at, PhaseFigures figures) {
        Checks checks = new Checks(at, CheckKind.VALIDITY);
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
    static List<CheckRow> failure(PhaseAt at, PhaseFigures figures) {
        return of(at, figures).stream().filter(row -> !row.passed()).toList();
    }

    static List<CheckRow> unjudged(PhaseAt at) {
        Checks checks = new Checks(at, CheckKind.VALIDITY);
        checks.add(
                NAME,
                EXPECTED,
                "not judged",
                false,
                "",
                "the coordinator was restarted between the end of a measured phase and its judgement");
        return checks.rows();
    }
}

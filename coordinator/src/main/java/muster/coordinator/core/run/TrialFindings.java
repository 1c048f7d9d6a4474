package muster.coordinator.core.run;

import muster.coordinator.core.verdict.CoverageCheck;
import muster.model.CheckKind;
import muster.model.CheckRow;

/** What the checks of one trial found. */
final class TrialFindings {
    /** Phases whose generator was judged. */
    private int judged;

    /** Those of them in which no operation completed. */
    private int empty;

    /** Whether one of these is a failure, and not the end that an automatic sweep looked for. */
    private boolean unmeasured;

    private boolean invalid;
    private boolean booksDisagree;
    private boolean missed;
    private boolean wrong;

    void weigh(CheckRow row) {
        boolean books = row.name().equals(CoverageCheck.NAME) && CheckKind.VALIDITY.is(row);
        boolean nothing = row.name().equals(CheckRow.NOTHING_MEASURED);
        judged += books ? 1 : 0;
        empty += nothing ? 1 : 0;
        unmeasured |= nothing && CheckKind.WARNING.is(row);
        booksDisagree |= books && CoverageCheck.disagree(row);
        invalid |= CheckKind.VALIDITY.is(row) && !row.passed();
        missed |= CheckKind.THRESHOLD.is(row) && !row.passed();
        wrong |= CheckKind.ORACLE.is(row) && !row.passed();
    }

    int judged() {
        return judged;
    }

    /** Whether a phase of it completed no operation. */
    boolean hasEmpty() {
        return empty > 0;
    }

    boolean unmeasured() {
        return unmeasured;
    }

    boolean invalid() {
        return invalid;
    }

    boolean booksDisagree() {
        return booksDisagree;
    }

    boolean missed() {
        return missed;
    }

    boolean wrong() {
        return wrong;
    }

    /** Whether a phase of it measured something. */
    boolean measured() {
        return judged > empty;
    }
}

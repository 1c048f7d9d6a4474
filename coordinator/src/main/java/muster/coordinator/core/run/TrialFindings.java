package muster.coordinator.core.run;

import muster.coordinator.core.verdict.CoverageCheck;
import muster.store.file.row.CheckKind;
import muster.store.file.row.CheckRow;

/** What the checks of one trial found. */
final class TrialFindings {
    /** Phases whose generator was judged. */
    int judged;

    boolean invalid;
    boolean booksDisagree;
    boolean missed;
    boolean wrong;

    void weigh(CheckRow row) {
        boolean books = row.name().equals(CoverageCheck.NAME) && CheckKind.VALIDITY.is(row);
        judged += books ? 1 : 0;
        booksDisagree |= books && CoverageCheck.disagree(row);
        invalid |= CheckKind.VALIDITY.is(row) && !row.passed();
        missed |= CheckKind.THRESHOLD.is(row) && !row.passed();
        wrong |= CheckKind.ORACLE.is(row) && !row.passed();
    }
}

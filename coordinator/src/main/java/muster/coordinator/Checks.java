package muster.coordinator;

import java.util.ArrayList;
import java.util.List;
import muster.store.CheckRow;
import muster.store.PhaseAt;
import muster.store.Quantity;

/** Collects the checks of one phase. */
final class Checks {
    private final PhaseAt at;
    private final String kind;
    private final List<CheckRow> rows = new ArrayList<>();

    /** @param kind "threshold", "validity", "oracle", "warning" or "fact" */
    Checks(PhaseAt at, String kind) {
        this.at = at;
        this.kind = kind;
    }

    /** @param reason what it means if it did not pass: the cause */
    void add(String name, String expected, String observed, boolean passed, String worker, String reason) {
        rows.add(new CheckRow(
                at.runId(),
                at.step(),
                at.trial(),
                kind,
                name,
                expected,
                observed,
                passed,
                worker,
                passed ? "" : reason));
    }

    List<CheckRow> rows() {
        return rows;
    }

    static String format(double value) {
        return Quantity.number(value);
    }
}

package muster.coordinator.core.verdict;

import java.util.ArrayList;
import java.util.List;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.text.Quantity;

/** Makes the check rows of one phase: nothing else in the coordinator makes one. {@link RunOutcome} weighs them. */
public final class CheckRows {
    private final PhaseAt at;
    private final CheckKind kind;
    private final List<CheckRow> rows = new ArrayList<>();

    CheckRows(PhaseAt at, CheckKind kind) {
        this.at = at;
        this.kind = kind;
    }

    /** A warning decides nothing, and is shown wherever the run is: it never counts as passed. */
    public static CheckRow warning(
            PhaseAt at, String name, String expected, String observed, String worker, String reason) {
        CheckRows checks = new CheckRows(at, CheckKind.WARNING);
        checks.add(name, expected, observed, false, worker, reason);
        return checks.rows.getFirst();
    }

    /** A figure that is kept. */
    public static CheckRow fact(PhaseAt at, String name, String expected, String observed) {
        CheckRows checks = new CheckRows(at, CheckKind.FACT);
        checks.add(name, expected, observed, true, "", "");
        return checks.rows.getFirst();
    }

    /** What the database answered, beside what it should have. */
    public static CheckRow oracle(
            PhaseAt at, String name, String expected, String observed, boolean right, String reason) {
        CheckRows checks = new CheckRows(at, CheckKind.ORACLE);
        checks.add(name, expected, observed, right, "", reason);
        return checks.rows.getFirst();
    }

    /** What limited a phase: {@code observed} is a class, the sentence says why. */
    static CheckRow finding(PhaseAt at, String name, String observed, String worker, String sentence) {
        return new CheckRow(
                at.runId(),
                at.step(),
                at.trial(),
                CheckKind.FINDING.label(),
                name,
                "",
                observed,
                true,
                worker,
                sentence);
    }

    /** @param reason what it means if it did not pass: the cause */
    void add(String name, String expected, String observed, boolean passed, String worker, String reason) {
        rows.add(new CheckRow(
                at.runId(),
                at.step(),
                at.trial(),
                kind.label(),
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

    /** Those that are printed say of which phase they are; that database and workers share a machine is said once a run. */
    public static List<CheckRow> named(PhaseAt at, List<CheckRow> rows) {
        return rows.stream().map(row -> isNamed(row) ? named(at, row) : row).toList();
    }

    private static boolean isNamed(CheckRow row) {
        return switch (CheckKind.of(row.kind())) {
            case THRESHOLD, FINDING -> true;
            case VALIDITY -> !row.passed();
            case WARNING -> !row.name().equals(ColocationCheck.NAME);
            case ORACLE, FACT -> false;
        };
    }

    private static CheckRow named(PhaseAt at, CheckRow row) {
        String in = "in phase " + at.phase();
        return new CheckRow(
                row.runId(),
                row.step(),
                row.trial(),
                row.kind(),
                row.name(),
                row.expected(),
                row.observed(),
                row.passed(),
                row.worker(),
                row.reason().isEmpty() ? in : in + ": " + row.reason());
    }

    static String format(double value) {
        return Quantity.number(value);
    }
}

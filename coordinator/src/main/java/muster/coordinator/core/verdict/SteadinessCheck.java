package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.statistics.Steadiness;
import muster.workloads.plan.PhaseSpec;

/**
 * Whether the throughput of a measure phase stayed on one level (docs/semantics.md rule 25): a warning if it did not, and invalid where the
 * plan requires it. One row for each phase.
 */
public final class SteadinessCheck {
    private static final String EXPECTED = "no drift or level shift of more than 5 %";

    private SteadinessCheck() {}

    static Steadiness steadiness(PhaseFigures figures) {
        return Steadiness.of(
                figures.okBySecond().stream().mapToLong(Long::longValue).toArray());
    }

    public static List<CheckRow> of(PhaseAt at, PhaseFigures figures, boolean required) {
        Steadiness steadiness = steadiness(figures);
        boolean steady = steadiness.kind() == Steadiness.Kind.STEADY;
        CheckRows checks = new CheckRows(at, kind(steadiness, required));
        checks.add(
                CheckRow.STEADY,
                EXPECTED,
                steadiness.text(),
                steady || !(required || steadiness.unsteady()),
                "",
                reason(at, steadiness));
        return checks.rows();
    }

    /** Of a phase whose load is meant to change. */
    public static CheckRow changing(PhaseAt at, PhaseSpec spec) {
        String why = spec.turns() == null ? "the plan's profile changes the load" : "its streams take turns";
        return CheckRows.fact(at, CheckRow.STEADY, EXPECTED, "not judged: " + why);
    }

    /** Seconds that are not whole do not count: of a phase they are one or two. */
    private static String reason(PhaseAt at, Steadiness steadiness) {
        return steadiness.kind() == Steadiness.Kind.UNKNOWN
                ? "phase " + at.phase() + " is too short to show a level of throughput; measure for at least "
                        + (Steadiness.MIN_SECONDS + 2) + " s"
                : "the figures of phase " + at.phase() + " mix levels of throughput; a longer warm-up may help";
    }

    private static CheckKind kind(Steadiness steadiness, boolean required) {
        if (required || steadiness.kind() == Steadiness.Kind.STEADY) {
            return CheckKind.VALIDITY;
        }
        return steadiness.unsteady() ? CheckKind.WARNING : CheckKind.FACT;
    }
}

package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.model.CheckRow;
import muster.model.CountedOperations;
import muster.model.OperationName;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.statistics.Percent;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;

/**
 * Whether the operations of a phase found what the plan loads and writes (docs/semantics.md rule 29, decision 0102): more than one in a
 * hundred that is absent or duplicate without the plan asking for it is a warning, more than one in ten makes the answers wrong.
 * Operations that failed are no answers, and judged elsewhere.
 */
public final class OutcomeCheck {
    static final double MAX_UNNOTED = 0.01;
    /** Of the operations, absent or duplicate without the plan asking for it; beyond it the answers are wrong. */
    public static final double MAX_RIGHT = 0.10;

    /** Fewer are chance where few operations of a name were executed. */
    static final long MIN_OTHERS = 3;

    private static final String UNFOLLOW = OperationKind.UNFOLLOW.label();
    private static final String CAUSE =
            ": the database does not hold what the plan loads and writes; look for a load that failed or is left out, and for"
                    + " other programs that write";

    private final PhaseAt at;
    private final String stream;
    private final ExecutedPhase phase;
    /** What another execution, or a write that failed, explains. */
    private final long explained;

    private OutcomeCheck(PhaseAt at, String stream, ExecutedPhase phase, long explained) {
        this.at = at;
        this.stream = stream;
        this.phase = phase;
        this.explained = explained;
    }

    /**
     * One row for the phase if all of its operations together are too many, and otherwise one for each operation that is.
     *
     * @param stream name of the load; "" for the only one of a phase
     * @param executedAgain indexes that may have been executed before: the second execution finds what the first one wrote
     */
    public static List<CheckRow> of(
            PhaseAt at, Plan plan, String stream, ExecutedPhase phase, PhaseFigures figures, long executedAgain) {
        PhaseKind kind = phase.spec().kind();
        if (kind != PhaseKind.MEASURE && kind != PhaseKind.LOAD) {
            return List.of();
        }
        List<Found> found = figures.operations().stream()
                .filter(row -> row.timing().equals("service"))
                .filter(row -> !row.operation().isEmpty() && CountedOperations.contain(row.operation()))
                .map(row -> Found.of(row, phase, plan.freshState()))
                .toList();
        Found all = found.stream().reduce(Found.NONE, Found::plus);
        OutcomeCheck check = new OutcomeCheck(at, stream, phase, executedAgain + all.counts.errors());
        return check.share(all) > MAX_RIGHT
                ? List.of(check.row(all))
                : found.stream()
                        .filter(each -> check.share(each) > MAX_UNNOTED)
                        .map(check::row)
                        .toList();
    }

    /**
     * An operation, or all of a phase.
     *
     * @param unexpected absent and duplicate ones that the plan does not ask for
     */
    private record Found(String operation, OutcomeCounts counts, long unexpected) {
        static final Found NONE = new Found("", OutcomeCounts.NONE, 0);

        static Found of(OperationFigures row, ExecutedPhase phase, boolean fresh) {
            OutcomeCounts counts = row.counts();
            long others = others(row, phase.spec().kind() == PhaseKind.LOAD, fresh);
            long unexpected = others <= MAX_UNNOTED * counts.operations()
                    ? others
                    : others - phase.expected().most(row.operation(), counts.operations());
            return new Found(row.operation(), counts, Math.max(0, unexpected));
        }

        /** What a load finds there already is what the plan needs; a state that is not fresh may be that after the same plan. */
        private static long others(OperationFigures row, boolean load, boolean fresh) {
            if (fresh && !load) {
                return row.counts().others();
            }
            return row.operation().equals(UNFOLLOW) ? 0 : row.counts().absent();
        }

        Found plus(Found more) {
            return new Found("", counts.plus(more.counts), unexpected + more.unexpected);
        }
    }

    /** Of the operations, those that nothing explains. */
    private double share(Found found) {
        long left = found.unexpected - explained;
        return left < MIN_OTHERS ? 0 : (double) left / found.counts.operations();
    }

    private CheckRow row(Found found) {
        String of = OperationName.of(stream, found.operation);
        String name = at.phase() + ": outcomes" + (of.isEmpty() ? "" : " of " + of);
        String observed = found.counts.sentence();
        // A crash loses writes at some settings; what it may lose is judged by the check after it.
        boolean wrong = share(found) > MAX_RIGHT && phase.spec().crash() == null;
        String reason = "%s absent or duplicate in %s%s".formatted(Percent.of(share(found)), at.phase(), CAUSE);
        return wrong
                ? CheckRows.oracle(at, name, expected(MAX_RIGHT), observed, false, reason)
                : CheckRows.warning(at, name, expected(MAX_UNNOTED), observed, "", reason);
    }

    private static String expected(double share) {
        return "at most " + Percent.of(share) + " absent or duplicate";
    }
}

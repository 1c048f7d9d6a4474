package muster.coordinator.core.verdict;

import java.util.List;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.store.analysis.statistics.Percent;
import muster.workloads.FollowSpill;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.Depth;

/**
 * Keeps how much of a phase followed uniformly drawn users, and warns where it is so much that the graph got easier on the
 * way: then a faster database had an easier one (SEMANTICS 26).
 */
public final class FollowCheck {
    private static final String NAME = "uniform followees";

    private FollowCheck() {}

    /** One row for a phase that follows: a fact, or a warning. */
    public static List<CheckRow> of(PhaseAt at, Plan plan, ExecutedPhase phase, long covered) {
        boolean changes = !plan.target().kind().equals("noop")
                && PlanCheck.depth(plan.workload().settings()) == Depth.EXECUTE;
        if (!changes || phase.spill().equals(FollowSpill.NONE)) {
            return List.of();
        }
        double share = phase.spill().share(covered);
        boolean warns = share > FollowSpill.MOST;
        CheckRows checks = new CheckRows(at, warns ? CheckKind.WARNING : CheckKind.FACT);
        checks.add(
                NAME,
                "<= " + Percent.of(FollowSpill.MOST) + " of new follows",
                Percent.of(share),
                !warns,
                "",
                "popular users were full, so the graph got easier: take more users, or compare by the number of operations");
        return checks.rows();
    }
}

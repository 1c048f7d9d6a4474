package muster.experiments.turns.overhead;

import java.util.List;
import java.util.Set;
import muster.cli.terminal.Failure;
import muster.workloads.DataFiles;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/** Which plans can be compared: one measured phase, and the same state of the database at the start of each run. */
final class OverheadPlan {
    private static final Set<String> READING = Set.of("noop", "query", "http");

    private OverheadPlan() {}

    /** Says in one line why not, with 104. */
    static void refuseUnfit(Plan plan, DataFiles files) {
        if (!plan.sweep().isEmpty()) {
            throw Failure.badInput(plan.name() + ": sweep: overhead compares one step; set "
                    + String.join(", ", plan.sweep().keySet()) + " to one value each with --set");
        }
        List<String> measured = PlanCheck.check(plan, files).phases().stream()
                .filter(phase -> phase.spec().kind() == PhaseKind.MEASURE)
                .map(ExecutedPhase::name)
                .toList();
        if (measured.size() != 1) {
            throw Failure.badInput(plan.name() + ": phases: overhead compares one phase of kind measure; the plan has "
                    + (measured.isEmpty() ? "none" : measured.size() + ": " + String.join(", ", measured)));
        }
        if (writes(plan) && !plan.freshState()) {
            throw Failure.badInput(plan.name() + ": state: reuse: this plan writes, so each run would find another"
                    + " database than the one before; say state: fresh, and each run resets and loads it first");
        }
    }

    private static boolean writes(Plan plan) {
        boolean loads = plan.phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD);
        return loads || !READING.contains(plan.workload().kind());
    }
}

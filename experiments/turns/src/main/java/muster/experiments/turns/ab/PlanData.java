package muster.experiments.turns.ab;

import java.util.ArrayList;
import java.util.List;
import muster.cli.arms.PlanDatabase;
import muster.experiments.turns.ArmSpec;
import muster.workloads.Workload;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/**
 * What a plan leaves in which database before it measures.
 *
 * @param database kind of target, and the settings that say where it is
 * @param written whether the plan writes to it
 * @param loads of each part of a load its name, how many operations it has, and what a sample of them asks
 */
record PlanData(String database, boolean written, List<String> loads) {
    private static final int SAMPLE = 64;

    static PlanData of(ArmSpec arm) {
        Plan plan = arm.read();
        PlanCheck check = PlanCheck.check(plan, arm.files());
        List<String> loads = new ArrayList<>();
        for (ExecutedPhase phase : check.phases()) {
            if (phase.spec().kind() == PhaseKind.LOAD) {
                loads.add(phase.name() + " " + phase.planned() + " " + sample(check.workload(), phase));
            }
        }
        return new PlanData(PlanDatabase.of(plan), plan.writes() || !loads.isEmpty(), loads);
    }

    /** The digests of operations that are spread over the part. */
    private static long sample(Workload workload, ExecutedPhase phase) {
        Workload.Operations operations = phase.operations(workload);
        long step = Math.max(1, phase.planned() / SAMPLE);
        long sum = 0;
        for (long index = 0; index < phase.planned(); index += step) {
            sum += operations.at(index).digest();
        }
        return sum;
    }

    boolean sameLoad(PlanData other) {
        return loads.equals(other.loads);
    }
}

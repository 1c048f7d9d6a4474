package muster.experiments.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.cli.arms.PlanArm;
import muster.cli.arms.PlanArms;
import muster.cli.arms.PlanDatabase;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Failure;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/** The plans whose limits are searched: one, or several that take turns. */
final class LimitArms {
    /**
     * One of them.
     *
     * @param name "" for the only one
     */
    record Arm(String name, PlanArguments arguments, Plan plan) {}

    private LimitArms() {}

    /**
     * In the order in which they were typed. Throws {@link Failure} for those that cannot be compared.
     *
     * @param plan the first one
     * @param others further plans
     * @param vary "KEY=VALUE,VALUE" with one plan; null otherwise
     */
    static List<Arm> of(PlanArguments plan, List<String> others, @Nullable String vary) {
        if (others.isEmpty() && vary == null) {
            return List.of(arm("", plan));
        }
        List<String> plans =
                Stream.concat(Stream.of(plan.planName()), others.stream()).toList();
        PlanArms arms = new PlanArms("limit", arm -> arguments(plan, arm).plan());
        List<Arm> compared = arms.of(plans, vary).stream()
                .map(arm -> arm(arm.name(), arguments(plan, arm)))
                .toList();
        refuseSharedData(compared);
        return compared;
    }

    private static Arm arm(String name, PlanArguments arguments) {
        return new Arm(name, arguments, arguments.plan());
    }

    private static PlanArguments arguments(PlanArguments plan, PlanArm arm) {
        return plan.with(arm.plan(), arm.sets());
    }

    /** Steps take turns: where each one loads its data anew, they may even be those of another plan in the same database. */
    private static void refuseSharedData(List<Arm> arms) {
        List<Arm> before = new ArrayList<>();
        for (Arm arm : arms) {
            before.stream()
                    .filter(other -> PlanDatabase.of(other.plan()).equals(PlanDatabase.of(arm.plan())))
                    .filter(other -> disturbs(other, arm))
                    .findFirst()
                    .ifPresent(other -> {
                        throw Failure.badInput(
                                other.name() + " and " + arm.name()
                                        + " write to one database, and state: reuse keeps what the other wrote: set state=fresh,"
                                        + " or start a second server (./muster server start NAME --port-base N) and name it in target.uri of one of them");
                    });
            before.add(arm);
        }
    }

    private static boolean disturbs(Arm one, Arm other) {
        boolean written = one.plan().writes() || other.plan().writes();
        return written && !(one.plan().freshState() && other.plan().freshState());
    }
}

package muster.coordinator.core.verdict;

import java.util.Optional;
import muster.statistics.Steadiness;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;

/** Whether {@code steady: required} can be met at all: a phase that is too short to tell would load a server for an invalid run. */
public final class SteadyRequirement {
    /** So many seconds have enough whole ones, wherever in a second they start. */
    private static final long MIN_NS = (Steadiness.MIN_SECONDS + 1) * 1_000_000_000L;

    private SteadyRequirement() {}

    /** Throws {@link PlanException} for a plan that it cannot be met by. */
    public static void refuseUnmet(Plan step) {
        unmet(step).ifPresent(why -> {
            throw new PlanException(why);
        });
    }

    /**
     * Why a plan cannot meet it, with what would; empty if it can.
     *
     * @param step of a sweep, or a plan without one
     */
    public static Optional<String> unmet(Plan step) {
        if (!step.steadyRequired()) {
            return Optional.empty();
        }
        return changing(step).or(() -> shortest(step));
    }

    private static Optional<String> changing(Plan step) {
        return step.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE && step.executes(phase) && phase.isChanging())
                .findFirst()
                .map(phase -> step.name() + ": " + phase.name() + ": its "
                        + (phase.turns() == null ? "profile changes" : "turns change")
                        + " the load, so it cannot be steady, as"
                        + " steady: required asks; only report it with --set steady=reported");
    }

    private static Optional<String> shortest(Plan step) {
        return step.phases().stream()
                .filter(phase -> step.executes(phase) && tooShort(phase))
                .findFirst()
                .map(phase -> step.name() + ": " + phase.name() + ".duration: " + Durations.format(phase.durationNs())
                        + ": too short to be steady, as steady: required asks; measure for at least "
                        + (Steadiness.MIN_SECONDS + 2) + "s, or only report it with --set steady=reported");
    }

    /** A phase with a crash is not judged, and how long a number of operations takes is not known. */
    private static boolean tooShort(PhaseSpec phase) {
        return phase.kind() == PhaseKind.MEASURE
                && phase.crash() == null
                && phase.durationNs() > 0
                && phase.durationNs() < MIN_NS;
    }
}

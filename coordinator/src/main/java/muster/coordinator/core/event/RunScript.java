package muster.coordinator.core.event;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.model.PhaseAt;
import muster.store.analysis.statistics.Gate;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.rule.SweepEnd;
import muster.workloads.random.Mix;
import muster.workloads.random.Shuffle;

/**
 * A plan, read and resolved into what is to be executed.
 *
 * @param orderSeed decides the order of the steps where there are several trials and steps
 * @param environment of the coordinator's machine: what the store keeps with the run
 */
public record RunScript(
        Plan plan, int trials, List<StepScript> steps, long orderSeed, Map<String, String> environment) {
    /**
     * One step.
     *
     * @param planJson the plan of this step as workers get it
     * @param phases in order; the position is the ordinal
     */
    public record StepScript(
            int number, String parametersJson, Plan plan, String planJson, List<ExecutedPhase> phases) {}

    /** Whether this phase is a measured one. */
    public boolean measures(PhaseAt at) {
        return steps.stream()
                .filter(step -> step.number() == at.step())
                .flatMap(step -> step.phases().stream())
                .anyMatch(
                        phase -> phase.name().equals(at.phase()) && phase.spec().kind() == PhaseKind.MEASURE);
    }

    /** Whether the plan ends with its first operation that fails. */
    public boolean stopsOnError() {
        return "stop".equals(plan().target().settings().raw().get("onError"));
    }

    /** Whether this trial is one that the answer of the sweep leaves out, because it meets a cold server. */
    public boolean leavesOut(int trial) {
        return steps.size() > 1 && trial <= Gate.coldTrials(trials);
    }

    /** Whether a seed decides the order of steps. */
    public boolean ordersSteps() {
        return trials > 1 && steps.size() > 1;
    }

    /**
     * The steps in the order of one trial. Each trial has every step once, and over the trials that the answer uses each step
     * runs as early as late ({@link BalancedOrder}): what drifts with time favours none.
     */
    public List<StepScript> order(int trial) {
        int alone = trialsAlone();
        if (!ordersSteps() || (trial == 1 && findsItsEnd())) {
            return steps;
        }
        int[] order = trial <= alone
                ? Shuffle.of(steps.size(), Mix.mix(orderSeed, trial))
                : BalancedOrder.of(steps.size(), trials - alone, orderSeed)[trial - alone - 1];
        return Arrays.stream(order).mapToObj(steps::get).toList();
    }

    /** Trials at the start whose order has nothing to do with that of the others. */
    private int trialsAlone() {
        return Math.max(Gate.coldTrials(trials), findsItsEnd() ? 1 : 0);
    }

    /** An automatic sweep finds its last step in the first trial, from the fewest clients on. */
    private boolean findsItsEnd() {
        return SweepEnd.of(plan.sweep()).isPresent();
    }
}

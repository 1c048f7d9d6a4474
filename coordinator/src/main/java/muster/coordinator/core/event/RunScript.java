package muster.coordinator.core.event;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.store.analysis.statistics.Gate;
import muster.store.file.row.PhaseAt;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.rule.SweepEnd;
import muster.workloads.random.Mix;
import muster.workloads.random.Shuffle;

/**
 * A plan, read and resolved into what is to be executed.
 *
 * @param orderSeed what the order of the steps is made from where there are several trials and steps
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

    /** Whether chance decides the order of steps. */
    public boolean inRandomOrder() {
        return trials > 1 && steps.size() > 1;
    }

    /**
     * The steps in the order of one trial. Each trial has every step once, so that what drifts with time meets all steps
     * alike, and each has an order of its own, so that no step always follows the same one.
     */
    public List<StepScript> order(int trial) {
        // An automatic sweep finds its last step in the first trial, from the fewest clients on.
        boolean ascending = trial == 1 && SweepEnd.of(plan.sweep()).isPresent();
        return inRandomOrder() && !ascending
                ? Arrays.stream(Shuffle.of(steps.size(), Mix.mix(orderSeed, trial)))
                        .mapToObj(steps::get)
                        .toList()
                : steps;
    }
}

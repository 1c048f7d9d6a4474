package muster.coordinator;

import java.util.List;
import java.util.Map;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;

/**
 * A plan, read and resolved into what is to be executed.
 *
 * @param environment of the coordinator's machine: what the store keeps with the run
 */
public record RunScript(Plan plan, int trials, List<StepScript> steps, Map<String, String> environment) {

    /**
     * One step.
     *
     * @param planJson the plan of this step as workers get it
     * @param phases in order; the position is the ordinal
     */
    public record StepScript(
            int number, String parametersJson, Plan plan, String planJson, List<ExecutedPhase> phases) {}
}

package muster.coordinator.core.run;

import java.util.HashSet;
import java.util.Set;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.rule.NamedStatements;

/** Which steps have statements that the database has not explained yet: each target explains the same statements once a run. */
final class StatementChecks {
    private final Set<String> begun = new HashSet<>();
    private final Set<String> ended = new HashSet<>();

    /** Steps may be done again. */
    void forget() {
        begun.clear();
        ended.clear();
    }

    /** Whether they are to be explained before the step changes anything. */
    boolean begins(StepScript step) {
        return asks(step) && begun.add(key(step.plan()));
    }

    /** Whether they are to be explained once its data are loaded, and after its phases. */
    boolean ends(StepScript step) {
        return asks(step) && ended.add(key(step.plan()));
    }

    /** The first check is final where the step neither deletes nor loads. */
    static Kind first(StepScript step) {
        return step.plan().freshState() || LoadedData.loads(step.plan()) ? Kind.SYNTAX : Kind.STATEMENTS;
    }

    /** Whether anything is measured, so that there is a figure to warn of. */
    static boolean measures(StepScript step) {
        return step.plan().phases().stream()
                .anyMatch(phase ->
                        phase.kind() == PhaseKind.MEASURE && step.plan().executes(phase));
    }

    private static boolean asks(StepScript step) {
        return step.plan().workloads().stream().anyMatch(workload -> NamedStatements.areOf(workload.kind()));
    }

    private static String key(Plan plan) {
        return plan.target().kind()
                + plan.target().settings().raw()
                + plan.workloads().stream()
                        .map(workload -> workload.settings().raw())
                        .toList();
    }
}

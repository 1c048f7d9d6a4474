package muster.coordinator.core.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.run.AgendaItem.RunTask;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.coordinator.core.verdict.UnchangedDataCheck;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import muster.workloads.plan.rule.NamedStatements;

/** Looks at the data of a step again after its phases, where these only read. */
final class UnchangedData {
    /** What was found last before the phases. */
    private final Map<PhaseAt, Map<String, String>> before = new HashMap<>();

    /** How a step is looked at again; empty where its phases write, or measure nothing. */
    static Optional<Kind> again(StepScript step) {
        boolean reads = StatementChecks.measures(step) && onlyReads(step.plan());
        if (!reads) {
            return Optional.empty();
        }
        return Optional.of(LoadedData.loads(step.plan()) ? Kind.STILL_LOADED : Kind.STILL_THERE);
    }

    private static boolean onlyReads(Plan plan) {
        return plan.workloads().stream()
                .allMatch(workload -> NamedStatements.areOf(workload.kind())
                        && NamedStatements.onlyRead(workload.settings().raw()));
    }

    /** A row if the data have changed. Nothing is said after a restart of the coordinator, which does not know what was there. */
    List<CheckRow> learned(PhaseAt trial, RunTask task, TaskResult result) {
        return switch (task.kind()) {
            case PROBE, FINGERPRINT -> {
                before.put(trial, result.getFactsMap());
                yield List.of();
            }
            case STILL_THERE, STILL_LOADED -> {
                Map<String, String> known = before.remove(trial);
                boolean loaded = task.kind() == Kind.STILL_LOADED;
                yield known == null ? List.of() : UnchangedDataCheck.rows(trial, known, result.getFactsMap(), loaded);
            }
            default -> List.of();
        };
    }
}

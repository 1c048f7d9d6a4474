package muster.coordinator.core.run;

import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.ServerTask;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.model.PhaseAt;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;

/** One thing that a run does. */
sealed interface AgendaItem {
    StepScript step();

    int trial();

    /** A start of the server that the plan names. */
    record StartServer(StepScript step, int trial, ServerTask.Kind kind) implements AgendaItem {
        ServerTask task(long runId) {
            String uri = String.valueOf(step.plan().target().settings().raw().get("uri"));
            return new ServerTask(
                    runId,
                    step.number(),
                    trial,
                    kind,
                    step.plan().server().orElseThrow(),
                    uri,
                    LoadedData.key(step.plan()),
                    step.plan().losesPower());
        }
    }

    /** A task on the database, done by one worker. */
    record RunTask(StepScript step, int trial, Kind kind) implements AgendaItem {
        PhaseAt trialAt(long runId) {
            return new PhaseAt(runId, step.number(), trial, "");
        }
    }

    /** The oracle's comparison of the database with what the phases so far must have left. */
    record RunVerify(StepScript step, int trial, PhaseSpec spec) implements AgendaItem {
        PhaseAt at(long runId) {
            return new PhaseAt(runId, step.number(), trial, spec.name());
        }
    }

    /** What the database kept of the writes of a phase in which its server crashed. */
    record RunCrashCheck(StepScript step, int trial, ExecutedPhase phase) implements AgendaItem {
        PhaseAt at(long runId) {
            return new PhaseAt(runId, step.number(), trial, phase.name());
        }
    }

    /** A phase that offers load. */
    record RunPhase(StepScript step, int trial, ExecutedPhase phase) implements AgendaItem {
        PhaseAt at(long runId) {
            return new PhaseAt(runId, step.number(), trial, phase.name());
        }
    }
}

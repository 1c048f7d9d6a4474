package muster.coordinator.core.run;

import java.util.List;
import java.util.Optional;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.AgendaItem.RunCrashCheck;
import muster.coordinator.core.run.AgendaItem.RunVerify;
import muster.model.PhaseAt;
import muster.protocol.TaskResult;
import org.jspecify.annotations.Nullable;

/** Comparisons of the database with what it answered: verify phases, and what a crash of the server left. */
final class RunChecks {
    private final RunTasks tasks;
    private final RunOutcome outcome;
    private final Outbox outbox;
    /** Of the last phase that has begun. */
    private @Nullable PhaseCrash crash;

    RunChecks(RunTasks tasks, RunOutcome outcome, Outbox outbox) {
        this.tasks = tasks;
        this.outcome = outcome;
        this.outbox = outbox;
    }

    void phaseBegins(PhaseExecution phase) {
        crash = phase.crash;
    }

    /** Why the server is not back; empty if it is. */
    Optional<String> answered(Event.ServerCrashed answer) {
        if (crash != null) {
            crash.answered(answer);
        }
        return Optional.of(answer.failure()).filter(failure -> !failure.isEmpty());
    }

    /** Nothing is asked of a server that is being started again. */
    boolean serverDown() {
        return crash != null && crash.underWay();
    }

    /** Idle if it cannot be done. */
    RunState begin(RunVerify item, long runId, List<WorkerSession> workers) {
        return possible(item.at(runId), item.spec().name(), tasks.obstacle(workers))
                ? new RunState.InTask(item, tasks.begin(item, workers))
                : new RunState.Idle();
    }

    /** Idle if it cannot be done. */
    RunState begin(RunCrashCheck item, long runId, List<WorkerSession> workers) {
        boolean crashed = crash != null && crash.over();
        String obstacle = crashed ? tasks.obstacle(workers) : "the phase ended before the crash";
        return crash != null && possible(item.at(runId), "check after the crash", obstacle)
                ? new RunState.InTask(item, tasks.begin(item, crash, workers))
                : new RunState.Idle();
    }

    private boolean possible(PhaseAt at, String name, @Nullable String obstacle) {
        if (obstacle != null) {
            outbox.log(name + " was skipped: " + obstacle);
            outcome.unverified(at, obstacle);
        }
        return obstacle == null;
    }

    /** What a task found out. */
    void learned(long runId, AgendaItem item, TaskResult result) {
        outcome.learned(runId, item, result);
        if (item instanceof RunCrashCheck && crash != null) {
            outcome.crashed(crash.judge(result.getCrash()));
        }
    }
}

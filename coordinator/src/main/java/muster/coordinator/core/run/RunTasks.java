package muster.coordinator.core.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.ServerTask;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.AgendaItem.RunCrashCheck;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.coordinator.core.run.AgendaItem.RunTask;
import muster.coordinator.core.run.AgendaItem.RunVerify;
import muster.coordinator.core.run.AgendaItem.StartServer;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.coordinator.core.verdict.EraseGuard;
import muster.coordinator.core.verdict.StatementVerdict;
import muster.protocol.PhaseKnown;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import org.jspecify.annotations.Nullable;

/** Tasks of a run, each given to one worker, and the input of the oracle: the outcomes of the trial's phases so far. */
final class RunTasks {
    /** How many readers are asked for after a crash. */
    private static final int FEEDS = 50;

    private final Submission submission;
    private final UniqueNumbers numbers;
    private final Outbox outbox;
    private final List<PhaseKnown> known = new ArrayList<>();
    /** Outcomes of the loads whose data were copied. */
    private final Map<String, List<PhaseKnown>> copied = new HashMap<>();

    private List<PhaseKnown> restored = List.of();
    /** An earlier incarnation of the coordinator knew what this one does not; until the next trial begins. */
    private boolean outcomesForgotten;

    RunTasks(Submission submission, UniqueNumbers numbers, Outbox outbox) {
        this.submission = submission;
        this.numbers = numbers;
        this.outbox = outbox;
    }

    void forgetOutcomes() {
        outcomesForgotten = true;
    }

    /** Of each load of a phase. */
    void learned(List<PhaseKnown> phase) {
        known.addAll(phase);
    }

    /** Data that are restored have the outcomes of their load. */
    void serverStarted(ServerTask task) {
        switch (task.kind()) {
            case COPY -> copied.put(task.copy(), List.copyOf(known));
            case RESTORE -> restored = copied.getOrDefault(task.copy(), List.of());
            case EMPTY, KEEP -> restored = List.of();
        }
    }

    /** Each trial begins with a probe: the outcomes of the trial before are of no use any more. */
    TaskExecution begin(RunTask item, List<WorkerSession> workers) {
        if (item.kind() == Kind.PROBE) {
            known.clear();
            known.addAll(restored);
            outcomesForgotten = false;
        }
        return begin(item, item.kind(), Task.getDefaultInstance(), workers);
    }

    TaskExecution begin(RunVerify item, List<WorkerSession> workers) {
        outbox.log("verifying: " + item.spec().name());
        Task.Builder task =
                Task.newBuilder().addAllKnown(known).setFeeds((int) item.spec().operations());
        return begin(item, Kind.VERIFY, task.build(), workers);
    }

    TaskExecution begin(RunCrashCheck item, PhaseCrash crash, List<WorkerSession> workers) {
        outbox.log("comparing the database with what it acknowledged before the crash");
        Task.Builder task = Task.newBuilder()
                .addAllKnown(known.subList(0, known.size() - 1))
                .addKnown(crash.complete(known.getLast()))
                .setFeeds(FEEDS);
        return begin(item, Kind.CRASH, task.build(), workers);
    }

    ServerTask begin(StartServer item, long runId) {
        ServerTask task = item.task(runId);
        outbox.add(new Action.StartServer(task));
        return task;
    }

    private TaskExecution begin(AgendaItem item, Kind kind, Task details, List<WorkerSession> workers) {
        TaskExecution task = task(item, kind, details);
        assign(task, workers);
        return task;
    }

    private TaskExecution task(AgendaItem item, Kind kind, Task details) {
        return new TaskExecution(kind, numbers.nextTask(), item.step().planJson(), submission, details, outbox);
    }

    /** Of a phase that begins. */
    TargetWatch watch(PhaseExecution phase, RunPhase item, long nowNs) {
        long timeoutNs = TargetDefaults.of(item.step().plan().target().settings())
                .operationTimeout()
                .toNanos();
        return new TargetWatch(phase, timeoutNs, () -> task(item, Kind.REACH, Task.getDefaultInstance()), nowNs);
    }

    static void assign(TaskExecution task, List<WorkerSession> workers) {
        boolean onlyInJava = task.kind == Kind.VERIFY || task.kind == Kind.CRASH || task.kind == Kind.AFTER_LOAD;
        List<WorkerSession> able = onlyInJava ? inJava(workers) : workers;
        able.stream().findFirst().ifPresent(task::assign);
    }

    /**
     * Why the oracle cannot judge now; null if it can. Which index had which outcome is not in the store: after a restart
     * an oracle would judge by what nobody knows any more.
     */
    @Nullable
    String obstacle(List<WorkerSession> workers) {
        if (outcomesForgotten) {
            return "the coordinator was restarted during the trial, so the outcome of each operation is not known";
        }
        return inJava(workers).isEmpty() ? "the oracle runs in a Java worker, and there is none; add one" : null;
    }

    /** A Python worker has no oracle, and loads no data of a plan. */
    private static List<WorkerSession> inJava(List<WorkerSession> workers) {
        return workers.stream().filter(worker -> !worker.isPython()).toList();
    }

    /** Why the plan may not write to the database as the task found it, or its statements are wrong; null if all is well. */
    @Nullable
    String refusal(AgendaItem item, TaskResult result) {
        if (item instanceof RunTask task && (task.kind() == Kind.SYNTAX || task.kind() == Kind.STATEMENTS)) {
            return StatementVerdict.refusal(result, task.kind() == Kind.STATEMENTS);
        }
        return item instanceof RunTask task && task.kind() == Kind.PROBE
                ? refusal(task.step().plan(), result.getFactsMap())
                : null;
    }

    private @Nullable String refusal(Plan plan, Map<String, String> facts) {
        return plan.writes()
                ? EraseGuard.refusal(facts, submission.mayErase())
                : EraseGuard.writeRefusal(facts, plan.changesOfExisting(), submission.mayWrite());
    }
}

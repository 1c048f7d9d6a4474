package muster.coordinator.core.run;

import java.util.concurrent.TimeUnit;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Envelope;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import org.jspecify.annotations.Nullable;

/** One task on the database, done by one worker; given to another one if that worker goes away. */
final class TaskExecution {
    /** What a task does; the label is its name on the wire. */
    enum Kind {
        /** Connects and reports what is in the database; changes nothing. */
        PROBE("probe"),
        /** Has the database explain each statement before anything is deleted or loaded: one that no data make right ends the run. */
        SYNTAX("statements"),
        /** The same with the data: one that is refused ends the run before it is measured. */
        STATEMENTS("statements"),
        /** The same after the phases: what the database warns of is a warning of the run. */
        WARNINGS("statements"),
        /** Deletes the plan's data and creates its schema. */
        RESET("reset"),
        /** Creates the plan's schema in a database that is empty and not Muster's yet, before a load; leaves any other as it is. */
        CREATE("create"),
        INDEX("index"),
        /** Executes the statements that the plan has for its loaded data. */
        AFTER_LOAD("after-load"),
        FINGERPRINT("fingerprint"),
        /** After phases that only read what is there: counts it again. */
        STILL_THERE("probe"),
        /** After phases that only read what the plan loaded: takes its fingerprint again. */
        STILL_LOADED("fingerprint"),
        /** Compares the graph and some feeds with what the phases so far must have left. */
        VERIFY("verify"),
        /** Finds out what the database kept of the writes of a phase in which its server crashed. */
        CRASH("crash"),
        /** Within a phase: opens the target anew, to find out whether it still answers. */
        REACH("reach");

        final String label;

        Kind(String label) {
            this.label = label;
        }

        /** What was measured stands without its result. */
        boolean afterPhases() {
            return this == WARNINGS || this == STILL_THERE || this == STILL_LOADED;
        }
    }

    /** To count or delete the largest graphs takes hours; a worker whose database falls silent says so within a minute. */
    static final long MAX_NS = TimeUnit.HOURS.toNanos(24);

    final Kind kind;
    private final long id;
    private final String planJson;
    private final Submission submission;
    private final Task details;
    private final Outbox outbox;
    private @Nullable WorkerSession worker;
    private @Nullable WorkerSession waitedFor;
    private long sinceNs;

    /** @param details what this kind of task needs beside its plan and files */
    TaskExecution(Kind kind, long id, String planJson, Submission submission, Task details, Outbox outbox) {
        this.kind = kind;
        this.id = id;
        this.planJson = planJson;
        this.submission = submission;
        this.details = details;
        this.outbox = outbox;
    }

    /** Gives the task to this worker unless one that is still there has it. */
    void assign(WorkerSession candidate) {
        if (worker == null || worker.gone()) {
            worker = candidate;
            Task.Builder task = details.toBuilder()
                    .setTask(id)
                    .setKind(kind.label)
                    .setPlan(planJson)
                    .setAllowErase(submission.mayErase())
                    .addAllFiles(submission.files());
            outbox.send(candidate, Envelope.newBuilder().setTask(task));
        }
    }

    /** Why it is not waited for any longer, in one line; null while it is. */
    @Nullable
    String overdue(long nowNs) {
        WorkerSession now = worker;
        if (now == null || now.gone() || !now.equals(waitedFor)) {
            waitedFor = now;
            sinceNs = nowNs;
        }
        if (now == null || nowNs - sinceNs <= MAX_NS) {
            return null;
        }
        return now.name() + " has not answered the task " + kind.label + " for " + TimeUnit.NANOSECONDS.toHours(MAX_NS)
                + " h, though it sends heartbeats; see its log";
    }

    /** Whether this is its result: of who has it now, for if another one still does it, it is not done. */
    boolean answers(WorkerSession sender, TaskResult answer) {
        return answer.getTask() == id && sender.equals(worker);
    }
}

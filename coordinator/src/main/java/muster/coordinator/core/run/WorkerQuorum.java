package muster.coordinator.core.run;

import java.util.List;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.WorkerSession;

/** Whether there are enough workers: all that were asked for at first, and later on at least one. */
final class WorkerQuorum {
    /** Whether a run can go on. */
    sealed interface Answer {
        record Met() implements Answer {}

        /** Not now; for how long workers are still waited for. */
        record Waiting(String line) implements Answer {}

        /** Nobody waits any longer. */
        record Failed(String reason) implements Answer {}
    }

    private static final long SECOND_NS = 1_000_000_000;

    private final Submission submission;
    private long waitingSinceNs;
    private boolean gathered;
    private int alive;

    WorkerQuorum(Submission submission, long nowNs) {
        this.submission = submission;
        this.waitingSinceNs = nowNs;
    }

    /** Its turn has come: the waiting begins now. */
    void started(long nowNs) {
        waitingSinceNs = nowNs;
    }

    /** An earlier incarnation had all workers. */
    void assume() {
        gathered = true;
    }

    /** All workers were here at some time. */
    boolean gathered() {
        return gathered;
    }

    /** So many worker processes of ours are alive, or will be started. */
    void workersAlive(int processes) {
        alive = processes;
    }

    /** @param inPhase a phase watches its members itself */
    Answer of(List<WorkerSession> workers, boolean inPhase, long nowNs) {
        gathered |= workers.size() >= expected();
        if (!gathered) {
            return gathering(workers.size(), nowNs);
        }
        if (!workers.isEmpty() || inPhase) {
            waitingSinceNs = nowNs;
            return new Answer.Met();
        }
        return timedOut(nowNs)
                ? new Answer.Failed("no worker was left for " + timeoutSeconds() + " s")
                : new Answer.Waiting(waiting("no worker is left", nowNs));
    }

    /** A process that is alive is waited for, however long a busy machine takes to start it. */
    private Answer gathering(int here, long nowNs) {
        if (allAlive()) {
            waitingSinceNs = nowNs;
        }
        return timedOut(nowNs)
                ? new Answer.Failed(here + " of " + expected() + " workers connected within " + timeoutSeconds()
                        + " s; start more, or raise --worker-timeout")
                : new Answer.Waiting(waiting(here + " of " + expected() + " connected", nowNs));
    }

    private boolean allAlive() {
        return alive >= expected();
    }

    private boolean timedOut(long nowNs) {
        return nowNs - waitingSinceNs > submission.workerTimeoutNs();
    }

    private long timeoutSeconds() {
        return submission.workerTimeoutNs() / SECOND_NS;
    }

    private int expected() {
        return Math.max(1, submission.expectWorkers());
    }

    private String waiting(String missing, long nowNs) {
        long leftNs = waitingSinceNs + submission.workerTimeoutNs() - nowNs;
        return "waiting for workers: " + missing + ", "
                + (!gathered && allAlive()
                        ? "none of their processes has ended"
                        : Math.ceilDiv(leftNs, SECOND_NS) + " s left");
    }
}

package muster.coordinator.core;

import java.util.concurrent.TimeUnit;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.membership.WorkerSession;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.RunQueue;
import muster.protocol.Envelope;
import muster.protocol.Leave;

/** How a worker's session ends: it leaves, is fenced, or is over because its worker joins anew. */
final class SessionEnds {
    private final WorkerRegistry workers;
    private final RunQueue runs;
    private final Outbox outbox;

    SessionEnds(WorkerRegistry workers, RunQueue runs, Outbox outbox) {
        this.workers = workers;
        this.runs = runs;
        this.outbox = outbox;
    }

    /** A worker that wants to leave drains first; one that has nothing to drain may leave at once. */
    void leave(WorkerSession worker, String reason, long nowNs) {
        PhaseExecution phase = runs.phase();
        if (worker.leaving() || phase == null || !phase.members.involves(worker)) {
            release(worker, reason, nowNs);
            return;
        }
        worker.leave();
        outbox.log(worker.name() + " leaves: " + reason);
        phase.departures.leave(worker, reason);
    }

    /** Lets a worker go that has nothing to do any more. */
    void release(WorkerSession worker, String reason, long nowNs) {
        outbox.send(worker, Envelope.newBuilder().setLeave(Leave.newBuilder().setReason(reason)));
        fence(worker, reason, nowNs);
    }

    /** From now on nothing of this session is counted, and what it holds is granted again. */
    void fence(WorkerSession worker, String reason, long nowNs) {
        if (worker.gone()) {
            return;
        }
        worker.end();
        outbox.log(worker.name() + " left: " + reason);
        PhaseExecution phase = runs.phase();
        if (phase != null) {
            phase.departures.fence(worker, reason, nowNs);
        }
    }

    /**
     * It says what cannot be: nothing of it is counted from now on, and its worker gets no more work of this run. A session of
     * an earlier incarnation may be wrong without a lie: its worker joins again.
     */
    void contradicts(WorkerSession worker, String field, long nowNs) {
        if (!worker.resumed()) {
            workers.bar(worker.name(), "it contradicted what it was given: " + field);
        }
        fence(worker, "contradicts what it was given: " + field, nowNs);
    }

    /** It speaks, and does not do what it holds or was told to do: others do it, and it gets no more work of this run. */
    void stalled(WorkerSession worker, long limitNs, long nowNs) {
        String reason = "ended no operation for " + TimeUnit.NANOSECONDS.toSeconds(limitNs)
                + " s, though it holds some or was told to end; see its log";
        workers.bar(worker.name(), reason);
        fence(worker, reason, nowNs);
    }

    /** The session is over, and its worker joins anew. */
    void renew(WorkerSession worker, String reason) {
        worker.end();
        outbox.log(worker.name() + " joins again: " + reason);
        workers.refuse(worker, reason);
    }
}

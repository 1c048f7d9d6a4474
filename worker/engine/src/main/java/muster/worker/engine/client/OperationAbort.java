package muster.worker.engine.client;

import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.ClientSlot;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Session;
import org.jspecify.annotations.Nullable;

/**
 * Ends what one client executes, by another thread. Meanwhile the client is held back from its next block: what the target
 * does to end this one cannot meet another.
 */
record OperationAbort(Client client, ClientSlot slot, Session session) {
    private static final long LOOK_AGAIN_NS = 1_000_000;
    /** How long an operation may take to react once the database has ended it. */
    private static final long REACTION_NS = 2_000_000_000;
    /** How long one may take that no database executes: it waits to be tried again. */
    private static final long WAKE_NS = 100_000_000;

    AbortOutcome abort(long index) {
        if (!slot.hold()) {
            return new AbortOutcome.NotInFlight();
        }
        try {
            RunningOperation running = client.running();
            return running == null || running.index() != index ? new AbortOutcome.NotInFlight() : abort(running);
        } finally {
            slot.release();
            LockSupport.unpark(client.thread);
        }
    }

    private AbortOutcome abort(RunningOperation running) {
        client.execution.abortRequest().make(running.index());
        // It may wait to be tried again.
        LockSupport.unpark(client.thread);
        AbortResult result = session.abort();
        boolean refused = result.state() == AbortResult.State.RUNNING;
        boolean ended = awaitEnd(running, refused ? WAKE_NS : REACTION_NS);
        if (client.execution.abortRequest().isDone(running.index())) {
            return new AbortOutcome.Aborted(running, result);
        }
        if (ended) {
            return new AbortOutcome.EndedBefore(running);
        }
        if (refused) {
            client.execution.abortRequest().withdraw();
        }
        return new AbortOutcome.StillRunning(
                running, refused ? result.message() : result.message() + "; still running after 2 s");
    }

    /** Whether its client is through with it. */
    private boolean awaitEnd(RunningOperation running, long atMostNs) {
        long untilNs = System.nanoTime() + atMostNs;
        while (isStill(client.running(), running)) {
            if (System.nanoTime() >= untilNs) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        return true;
    }

    private static boolean isStill(@Nullable RunningOperation now, RunningOperation before) {
        return now != null && now.index() == before.index();
    }

    /** By the client: until nobody holds it back. */
    static void awaitRelease(ClientSlot slot) {
        while (slot.held()) {
            LockSupport.park(slot);
        }
    }
}

package muster.targets.neo4j.connection;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * How many connections all clients of a worker use at a time, first come, first served. The driver's own bound would hide
 * the wait for a connection in the begin of a transaction.
 */
public final class ConnectionLimit {
    private final @Nullable Semaphore free;

    /**
     * Of which none is in use.
     *
     * @param connections 0 for no limit
     */
    public ConnectionLimit(int connections) {
        this.free = connections == 0 ? null : new Semaphore(connections, true);
    }

    /** Whether there is a limit. */
    public boolean isBounded() {
        return free != null;
    }

    /**
     * Waits for a connection.
     *
     * @throws TimeoutException if there is none in time
     */
    public void acquire(Deadline deadline) throws TimeoutException, InterruptedException {
        if (free != null && !free.tryAcquire(deadline.leftNs(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("no free connection in time");
        }
    }

    /** Gives it back. */
    public void release() {
        if (free != null) {
            free.release();
        }
    }
}

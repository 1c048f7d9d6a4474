package muster.targets.neo4j;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.targets.neo4j.connection.Deadline;
import muster.workloads.target.OperationFailure;
import org.jspecify.annotations.Nullable;

/**
 * How many connections all clients of a worker use at a time, first come, first served. The driver's own bound would hide
 * the wait for a connection in the begin of a transaction.
 */
final class ConnectionLimit {
    private final @Nullable Semaphore free;

    /** @param connections 0 for no limit */
    ConnectionLimit(int connections) {
        this.free = connections == 0 ? null : new Semaphore(connections, true);
    }

    boolean isBounded() {
        return free != null;
    }

    /** Waits for a connection; throws the outcome of an operation that got none in time. */
    void acquire(Deadline deadline) throws OperationFailure {
        if (free == null) {
            return;
        }
        try {
            if (!free.tryAcquire(deadline.leftNs(), TimeUnit.NANOSECONDS)) {
                throw Failures.of(new TimeoutException("no free connection in time"), false);
            }
        } catch (InterruptedException e) {
            throw Failures.of(e, false);
        }
    }

    void release() {
        if (free != null) {
            free.release();
        }
    }
}

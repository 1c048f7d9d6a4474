package muster.targets.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;

/** Bounds the requests that are under way at a time, first come, first served: so many connections are enough for them. */
final class ConnectionPool {
    private final Semaphore free;
    private final long mostNs;

    ConnectionPool(HttpSettings settings) {
        this.free = new Semaphore(settings.connections(), true);
        this.mostNs = settings.operationTimeout().toNanos();
    }

    /** Waits for a connection, as long as an operation may take; one that fails here was not sent. */
    void acquire() throws InterruptedException, OperationFailure {
        if (!free.tryAcquire(mostNs, TimeUnit.NANOSECONDS)) {
            throw new OperationFailure(Kind.TRANSIENT, "AcquireTimeout", "no connection became free in time");
        }
    }

    void release() {
        free.release();
    }
}

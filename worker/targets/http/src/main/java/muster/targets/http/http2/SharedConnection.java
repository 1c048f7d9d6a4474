package muster.targets.http.http2;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.Route;
import muster.targets.http.request.Unreachable;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/** A connection whose streams several clients share; it is opened when it is needed, and again after its end. */
final class SharedConnection {
    private final Route route;
    private final Http2Connector connector;
    private final Semaphore streams;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable OpenConnection open;

    SharedConnection(Route route, Http2Connector connector, int streams) {
        this.route = route;
        this.connector = connector;
        this.streams = new Semaphore(streams, true);
    }

    /** Waits for a free stream; {@link #release} must follow. */
    void acquire(Request request) throws OperationFailure {
        try {
            if (!streams.tryAcquire()
                    && !streams.tryAcquire(route.operationTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw ErrorKind.ACQUIRE_TIMEOUT.failure("no stream became free in time", request, false);
            }
        } catch (InterruptedException e) {
            throw interrupted(request);
        }
    }

    void release() {
        streams.release();
    }

    /** The connection as it is, or a new one; stages connect and tls are reported by whoever opens it. */
    OpenConnection connection(Request request, Probe probe) throws OperationFailure {
        OpenConnection now = open;
        if (now != null && now.usable()) {
            return now;
        }
        try {
            return opened(probe);
        } catch (InterruptedException e) {
            throw interrupted(request);
        } catch (IOException e) {
            String message = route.address() + ": " + Unreachable.message(e);
            throw ErrorKind.of(e, true).failure(message, request, false);
        }
    }

    OpenConnection opened(Probe probe) throws IOException, InterruptedException {
        opening.lockInterruptibly();
        try {
            OpenConnection now = open;
            if (now == null || !now.usable()) {
                now = connector.open(probe);
                open = now;
            }
            return now;
        } finally {
            opening.unlock();
        }
    }

    private static OperationFailure interrupted(Request request) {
        Thread.currentThread().interrupt();
        return ErrorKind.INTERRUPTED.failure("interrupted", request, false);
    }

    void close() {
        OpenConnection now = open;
        if (now != null) {
            now.close();
        }
    }
}

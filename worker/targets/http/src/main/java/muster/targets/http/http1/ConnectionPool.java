package muster.targets.http.http1;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.ResponseBody;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/** Connections that all clients share, first come, first served. */
final class ConnectionPool implements AutoCloseable {
    private final Semaphore free;
    private final long mostNs;
    private final Supplier<Http1Connection> connections;
    /** Those that nobody uses now; the one used last is the first to be used again. */
    private final ConcurrentLinkedDeque<Http1Connection> idle = new ConcurrentLinkedDeque<>();

    ConnectionPool(int most, long mostNs, Supplier<Http1Connection> connections) {
        this.free = new Semaphore(most, true);
        this.mostNs = mostNs;
        this.connections = connections;
    }

    RequestSender sender() {
        return new PooledSender();
    }

    private Http1Connection idle() {
        @Nullable Http1Connection connection = idle.poll();
        return connection == null ? connections.get() : connection;
    }

    private void acquire(Request request) throws OperationFailure {
        try {
            if (!free.tryAcquire(mostNs, TimeUnit.NANOSECONDS)) {
                throw ErrorKind.ACQUIRE_TIMEOUT.failure("no connection became free in time", request, false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ErrorKind.INTERRUPTED.failure("interrupted", request, false);
        }
    }

    @Override
    public void close() {
        idle.forEach(Http1Connection::close);
    }

    /** Another client has the connection as soon as this one gives it back: only in between is it to be cut. */
    private final class PooledSender implements RequestSender {
        private @Nullable Http1Connection used;

        @Override
        public int send(Request request, ResponseBody body, Probe probe) throws OperationFailure {
            acquire(request);
            Http1Connection connection = idle();
            use(connection);
            try {
                probe.stage(Stage.ACQUIRE);
                return connection.exchange(request, body, probe);
            } finally {
                use(null);
                idle.push(connection);
                free.release();
            }
        }

        private synchronized void use(@Nullable Http1Connection connection) {
            used = connection;
        }

        @Override
        public synchronized AbortResult abort() {
            return used == null ? AbortResult.running("it waits for a connection") : used.abort();
        }

        /** The connections are the pool's. */
        @Override
        public void close() {}
    }
}

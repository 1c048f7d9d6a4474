package muster.targets.http.http2;

import java.util.Objects;
import java.util.function.Consumer;
import muster.targets.http.request.Deadlines;
import muster.targets.http.request.Deadlines.Deadline;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.ResponseBody;
import muster.targets.http.request.Route;
import muster.targets.http.request.ServerTiming;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/** One client's streams, one after another, on a connection that it shares. */
final class Http2Sender implements RequestSender {
    private final Route route;
    private final SharedConnection shared;
    private final Deadlines deadlines;
    private final Deadline deadline;
    private volatile @Nullable Consumer<String> cancel;
    private String server = "";

    Http2Sender(Route route, SharedConnection shared, Deadlines deadlines) {
        this.route = route;
        this.shared = shared;
        this.deadlines = deadlines;
        this.deadline = deadlines.watch(this::expire);
    }

    private void expire() {
        Consumer<String> now = cancel;
        if (now != null) {
            now.accept("the answer was not whole within "
                    + route.operationTimeout().toMillis() + " ms");
        }
    }

    @Override
    public AbortResult abort() {
        Consumer<String> now = cancel;
        if (now == null) {
            return AbortResult.running("it waits for a stream");
        }
        now.accept("ended by request");
        return AbortResult.unconfirmed("the stream was reset; whether the server works on is not known");
    }

    @Override
    public int send(Request request, ResponseBody body, Probe probe) throws OperationFailure {
        shared.acquire(request);
        try {
            probe.stage(Stage.ACQUIRE);
            return send(shared.connection(request, probe), new Http2Exchange(request, body), probe);
        } finally {
            shared.release();
        }
    }

    private int send(OpenConnection connection, Http2Exchange exchange, Probe probe) throws OperationFailure {
        cancel = why -> connection.cancel(exchange, ErrorKind.TIMEOUT, why);
        deadline.start(System.nanoTime(), route.operationTimeout());
        connection.send(exchange);
        boolean ended = exchange.await();
        deadline.end();
        if (!ended) {
            connection.cancel(exchange, ErrorKind.INTERRUPTED, "interrupted");
            throw ErrorKind.INTERRUPTED.failure("interrupted", exchange.request, true);
        }
        if (exchange.error != null) {
            throw Objects.requireNonNull(exchange.error).failure(exchange.message, exchange.request, exchange.sent);
        }
        report(exchange, probe);
        return exchange.status;
    }

    /** An answer may be here before the loop learns that the request has left. */
    private void report(Http2Exchange exchange, Probe probe) {
        long sentNs = exchange.sentNs == 0 || exchange.sentNs - exchange.firstByteNs > 0
                ? exchange.firstByteNs
                : exchange.sentNs;
        probe.stage(Stage.SEND, sentNs);
        probe.stage(Stage.WAIT, exchange.firstByteNs);
        probe.stage(Stage.RECEIVE);
        probe.bytes(exchange.bytesSent, exchange.bytesReceived);
        if (exchange.serverTiming != null) {
            ServerTiming.report(exchange.serverTiming.toString(), probe);
        }
        if (exchange.arangoQueue != null) {
            ServerTiming.reportQueueSeconds(exchange.arangoQueue.toString(), probe);
        }
        if (server.isEmpty() && exchange.server != null) {
            server = exchange.server.toString();
        }
    }

    String server() {
        return server;
    }

    @Override
    public void close() {
        deadlines.forget(deadline);
    }
}

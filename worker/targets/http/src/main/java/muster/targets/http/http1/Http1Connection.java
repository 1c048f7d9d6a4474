package muster.targets.http.http1;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import muster.targets.http.request.Deadlines;
import muster.targets.http.request.Deadlines.Deadline;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.ResponseBody;
import muster.targets.http.request.Route;
import muster.targets.http.request.Unreachable;
import muster.workloads.target.AbortResult;
import muster.workloads.target.IdleConnection;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/** A connection to the server, opened when it is needed and again after a failure; used by one client at a time. */
final class Http1Connection implements AutoCloseable {
    /** A server rarely closes a connection that was used so lately; looking costs some microseconds. */
    private static final long LOOK_AFTER_NS = 50_000_000;

    private final Route route;
    private final @Nullable SSLContext tls;
    private final SocketAddress address;
    private final Deadlines deadlines;
    private final Deadline deadline;
    private final RequestBytes bytes;
    private final boolean keepAlive;

    private volatile @Nullable SocketChannel channel;
    /** The request under way is not to be sent again. */
    private volatile boolean aborted;

    private @Nullable ByteChannel stream;
    private @Nullable ResponseInput in;
    private @Nullable ResponseReader reader;
    private long usedNs;
    private String server = "";

    Http1Connection(
            Route route, @Nullable SSLContext tls, SocketAddress address, Deadlines deadlines, boolean keepAlive) {
        this.route = route;
        this.tls = tls;
        this.address = address;
        this.deadlines = deadlines;
        this.keepAlive = keepAlive;
        this.bytes = new RequestBytes(route.authority(), keepAlive);
        this.deadline = deadlines.watch(this::closeChannel);
    }

    /** Sends a request and reads the answer; returns the status. */
    int exchange(Request request, ResponseBody body, Probe probe) throws OperationFailure {
        if (aborted) {
            aborted = false;
        }
        boolean kept = openOrKeep(request, probe);
        try {
            return attempt(request, body, probe);
        } catch (KeptConnectionEnded ended) {
            if (!kept || aborted || request.changes()) {
                throw ErrorKind.CONNECTION_CLOSED.failure(Unreachable.message(ended), request, true);
            }
            // RFC 9112, 9.3.1: the server may close a kept connection at any time; a safe request is then sent again.
            openOrKeep(request, probe);
            try {
                return attempt(request, body, probe);
            } catch (KeptConnectionEnded again) {
                throw ErrorKind.CONNECTION_CLOSED.failure(Unreachable.message(again), request, true);
            }
        }
    }

    /** Whether it was open already. */
    private boolean openOrKeep(Request request, Probe probe) throws OperationFailure {
        SocketChannel open = channel;
        if (open != null && !isStale(open)) {
            return true;
        }
        drop();
        try {
            open(probe);
            return false;
        } catch (IOException e) {
            throw connectFailure(e, request);
        }
    }

    /** With TLS a byte that is there may be a session ticket: only using the connection tells. */
    private boolean isStale(SocketChannel open) {
        return tls == null && System.nanoTime() - usedNs > LOOK_AFTER_NS && IdleConnection.isClosed(open);
    }

    /** Connects, and does the handshake of TLS; throws an IOException that {@link #connectFailure} explains. */
    void open(Probe probe) throws IOException {
        deadline.start(System.nanoTime(), route.connectTimeout());
        try {
            SocketChannel opened = route.channel(address);
            channel = opened;
            opened.connect(address);
            probe.stage(Stage.CONNECT);
            stream = tls == null ? opened : encrypted(opened, tls, probe);
            in = new ResponseInput(stream);
            reader = new ResponseReader(in);
        } catch (IOException e) {
            drop();
            throw deadline.end() ? new ConnectTimeout(route) : e;
        }
        if (deadline.end()) {
            drop();
            throw new ConnectTimeout(route);
        }
    }

    private ByteChannel encrypted(SocketChannel opened, SSLContext context, Probe probe) throws IOException {
        TlsChannel encrypted =
                new TlsChannel(opened, Objects.requireNonNull(route.tls()).engine(context, route));
        encrypted.handshake();
        probe.stage(Stage.TLS);
        return encrypted;
    }

    private OperationFailure connectFailure(IOException e, Request request) {
        ErrorKind kind = switch (e) {
            case ConnectTimeout ignored -> ErrorKind.CONNECT_TIMEOUT;
            case ClosedByInterruptException ignored -> ErrorKind.INTERRUPTED;
            default -> ErrorKind.of(e, true);
        };
        return kind.failure(route.address() + ": " + Unreachable.message(e), request, false);
    }

    static final class ConnectTimeout extends IOException {
        ConnectTimeout(Route route) {
            super("no connection within " + route.connectTimeout().toMillis() + " ms");
        }
    }

    private static final class KeptConnectionEnded extends Exception {
        KeptConnectionEnded() {
            super("closed before any answer", null, false, false);
        }
    }

    private int attempt(Request request, ResponseBody body, Probe probe) throws OperationFailure, KeptConnectionEnded {
        ResponseInput input = Objects.requireNonNull(in);
        long receivedBefore = input.received();
        deadline.start(System.nanoTime(), route.operationTimeout());
        try {
            int status = converse(request, body, probe, input);
            boolean late = deadline.end();
            usedNs = System.nanoTime();
            if (late || !keepAlive || !reader().keepsOpen()) {
                drop();
            }
            return status;
        } catch (IOException e) {
            drop();
            if (deadline.end()) {
                throw ErrorKind.TIMEOUT.failure(timeoutMessage(input.received() > receivedBefore), request, true);
            }
            if (input.received() == receivedBefore && isEnd(e)) {
                throw new KeptConnectionEnded();
            }
            throw failure(e, request);
        }
    }

    private int converse(Request request, ResponseBody body, Probe probe, ResponseInput input) throws IOException {
        byte[] message = bytes.of(request);
        ByteBuffer outgoing = ByteBuffer.wrap(message);
        ByteChannel to = Objects.requireNonNull(stream);
        while (outgoing.hasRemaining()) {
            to.write(outgoing);
        }
        probe.stage(Stage.SEND);
        long before = input.received();
        if (!input.await()) {
            throw new EOFException("closed before any answer");
        }
        probe.stage(Stage.WAIT);
        reader().read(!request.method().equals("HEAD"), body, probe);
        probe.stage(Stage.RECEIVE);
        probe.bytes(message.length, input.received() - before);
        return reader().status();
    }

    private ResponseReader reader() {
        return Objects.requireNonNull(reader);
    }

    private static boolean isEnd(IOException e) {
        return !(e instanceof ClosedByInterruptException)
                && (e instanceof EOFException || ErrorKind.of(e, false) == ErrorKind.CONNECTION_RESET);
    }

    private String timeoutMessage(boolean begun) {
        return (begun ? "the answer was not whole within " : "no answer within ")
                + route.operationTimeout().toMillis() + " ms";
    }

    private static OperationFailure failure(IOException e, Request request) {
        boolean interrupted = e instanceof ClosedByInterruptException
                || Thread.currentThread().isInterrupted();
        boolean closed = e instanceof ClosedChannelException;
        ErrorKind kind =
                interrupted ? ErrorKind.INTERRUPTED : closed ? ErrorKind.CONNECTION_CLOSED : ErrorKind.of(e, false);
        return kind.failure(Unreachable.message(e), request, true);
    }

    /** Cuts the connection, by any thread that holds the client back from its next request. */
    AbortResult abort() {
        aborted = true;
        closeChannel();
        return AbortResult.unconfirmed("the connection was closed; whether the server works on is not known");
    }

    /** What the server said that it is; empty before the first answer. */
    String server() {
        return reader == null ? server : reader.server();
    }

    private void drop() {
        if (reader != null) {
            server = reader.server();
        }
        closeChannel();
        channel = null;
        stream = null;
        in = null;
        reader = null;
    }

    private void closeChannel() {
        SocketChannel open = channel;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException ignored) {
            // It is closed all the same.
            return;
        }
    }

    @Override
    public void close() {
        deadlines.forget(deadline);
        closeChannel();
    }
}

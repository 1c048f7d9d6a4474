package muster.targets.hugegraph;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.channels.SocketChannel;
import muster.workloads.target.IdleConnection;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Watches the requests of one session on their way: stages connect, send, wait and receive, bytes of bodies, and whether
 * a request that failed may have reached the server. Used by one thread at a time.
 */
final class RequestListener extends EventListener {
    private Probe probe = Probe.NONE;
    private long sent;
    private long received;
    private @Nullable Connection last;
    private boolean sending;
    private boolean announced;
    private boolean writing;
    private boolean wrote;

    /** From now on this probe is told. */
    void watch(Probe next) {
        probe = next;
        sent = 0;
        received = 0;
        sending = false;
        announced = false;
        writing = false;
        wrote = false;
    }

    /** The next request changes something. */
    void writes() {
        announced = true;
    }

    /** Whether a request that changes something was sent, or may have been, and not refused before. */
    boolean mayHaveWritten() {
        return wrote || (writing && sending);
    }

    /** Whether a request before the last one changed something, whatever became of that one. */
    boolean hasWritten() {
        return wrote;
    }

    /** Whether the server closed the connection while nothing was sent on it, so that nothing should be. */
    boolean isClosed() {
        SocketChannel channel = last == null ? null : last.socket().getChannel();
        return channel != null && IdleConnection.isClosed(channel);
    }

    /** Tells the probe what belongs to the end, and then nothing more. */
    void done() {
        probe.stage(Stage.RECEIVE);
        probe.bytes(sent, received);
        probe = Probe.NONE;
    }

    @Override
    public void callStart(Call call) {
        wrote |= writing;
        writing = announced;
        announced = false;
        sending = false;
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        probe.stage(Stage.CONNECT);
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        sending = true;
        last = connection;
    }

    /** Encoding what is sent, and decoding the answer to the request before, belong to it. */
    @Override
    public void requestHeadersEnd(Call call, Request request) {
        probe.stage(Stage.SEND);
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        sent += byteCount;
        probe.stage(Stage.SEND);
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        probe.stage(Stage.WAIT);
    }

    @Override
    public void responseBodyEnd(Call call, long byteCount) {
        received += byteCount;
    }

    @Override
    public void connectFailed(
            Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol, IOException failure) {
        sending = false;
    }
}

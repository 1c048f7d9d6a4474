package muster.coordinator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class ConnectionMonitorTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final RejectionLog refusals = new RejectionLog(lines::add);

    @Test
    void whose_message_overtakes_the_event_of_its_connection_is_no_stranger() throws Exception {
        try (ZContext context = new ZContext();
                ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
                ConnectionMonitor connections = new ConnectionMonitor(context, router, refusals)) {
            int port = router.bindToRandomPort("tcp://127.0.0.1");
            try (Socket client = bound("127.0.0.1")) {
                connections.spoke("127.0.0.1:" + client.getLocalPort());
                connect(client, port);
                awaitEvents(port, 1);
            }
            int strangersPort;
            try (Socket stranger = bound("127.0.0.1")) {
                strangersPort = stranger.getLocalPort();
                connect(stranger, port);
                awaitEvents(port, 2);
            }
            awaitRefused(3);
            // One line a host, of the first who is refused: the stranger closed last.
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("refused 127.0.0.1:"))
                    .singleElement()
                    .asString()
                    .startsWith("refused 127.0.0.1:" + strangersPort + ": closed");
        }
    }

    /**
     * Events come in order, so a stranger of another host is refused after those before it are known. Whose connection is
     * closed before that has no address any more, and perhaps no line, but it is counted.
     */
    private void awaitEvents(int port, long refused) throws Exception {
        try (Socket marker = bound("127.0.0.2")) {
            connect(marker, port);
        }
        awaitRefused(refused);
    }

    private void awaitRefused(long wanted) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (refusals.counts().getOrDefault("closed_early", 0L) < wanted && System.nanoTime() < endNs) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(refusals.counts()).containsExactly(Map.entry("closed_early", wanted));
    }

    private static Socket bound(String host) throws Exception {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(host, 0));
        return socket;
    }

    /** Until jeromq has greeted: before that it may not have told of the connection. */
    private static void connect(Socket socket, int port) throws Exception {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(100_000);
        assertThat(socket.getInputStream().read()).isEqualTo(0xff);
    }
}

package muster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class ConnectionsTest {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Test
    void whoseMessageOvertakesTheEventOfItsConnectionIsNoStranger() throws Exception {
        try (ZContext context = new ZContext();
                ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
                Connections connections = new Connections(context, router, new Refusals(lines::add))) {
            int port = router.bindToRandomPort("tcp://127.0.0.1");
            try (Socket client = bound("127.0.0.1")) {
                connections.spoke("127.0.0.1:" + client.getLocalPort());
                connect(client, port);
                awaitEvents(port, "127.0.0.2");
            }
            int strangersPort;
            try (Socket stranger = bound("127.0.0.1")) {
                strangersPort = stranger.getLocalPort();
                connect(stranger, port);
                awaitEvents(port, "127.0.0.3");
            }
            // One line a host, of the first who is refused: the stranger closed last.
            assertThat(lines.poll(20, TimeUnit.SECONDS)).startsWith("refused 127.0.0.1:" + strangersPort + ": closed");
        }
    }

    /**
     * Events come in order, so a stranger of another host is refused after those before it are known: whose connection is
     * closed before that has no address any more.
     */
    private void awaitEvents(int port, String host) throws Exception {
        try (Socket marker = bound(host)) {
            connect(marker, port);
        }
        assertThat(lines.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    private static Socket bound(String host) throws Exception {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(host, 0));
        return socket;
    }

    /** Until jeromq has greeted: before that it may not have told of the connection. */
    private static void connect(Socket socket, int port) throws Exception {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(10_000);
        assertThat(socket.getInputStream().read()).isEqualTo(0xff);
    }
}

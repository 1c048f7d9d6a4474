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
            try (Socket client = bound()) {
                connections.spoke("127.0.0.1:" + client.getLocalPort());
                connect(client, port);
            }
            int strangersPort;
            try (Socket stranger = bound()) {
                strangersPort = stranger.getLocalPort();
                connect(stranger, port);
            }
            // One line a host, of the first who is refused: the stranger closed last.
            assertThat(lines.poll(20, TimeUnit.SECONDS)).startsWith("refused 127.0.0.1:" + strangersPort + ": closed");
        }
    }

    private static Socket bound() throws Exception {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    /** Until jeromq has greeted: before that it may not have told of the connection. */
    private static void connect(Socket socket, int port) throws Exception {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(10_000);
        assertThat(socket.getInputStream().read()).isEqualTo(0xff);
    }
}

package muster.protocol.zeromq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import zmq.Mailbox;
import zmq.SocketBase;
import zmq.io.IOThread;

class SignalOrderTest {
    private final AtomicLong counted = new AtomicLong(7);

    @Test
    void a_signal_is_counted_while_it_is_written_and_not_twice() throws IOException {
        Pipe pipe = Pipe.open();
        List<Long> seen = new ArrayList<>();
        try (Seen sink = new Seen(pipe.sink(), () -> seen.add(counted.get()));
                SignalOrder order = new SignalOrder(sink, counted)) {
            assertThat(order.write(ByteBuffer.allocate(1))).isEqualTo(1);
        }
        assertThat(seen).containsExactly(8L);
        assertThat(counted).hasValue(7);
        assertThat(pipe.source().read(ByteBuffer.allocate(2))).isEqualTo(1);
    }

    @Test
    void it_is_in_place_in_the_mailboxes_of_the_socket_and_of_its_network_thread() {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
            SignalOrder.apply(socket);
            SignalOrder.apply(socket);
            assertThat(sink(PrivateFields.read(SocketBase.class, "mailbox", socket.base())))
                    .isInstanceOf(SignalOrder.class);
            List<IOThread> threads = PrivateFields.networkThreads(socket);
            assertThat(threads).isNotEmpty();
            for (IOThread thread : threads) {
                assertThat(sink(thread.getMailbox())).isInstanceOf(SignalOrder.class);
            }
        }
    }

    @Test
    void messages_go_to_and_fro_as_before() {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
            ZMQ.Socket dealer = context.createSocket(SocketType.DEALER);
            SignalOrder.apply(router);
            SignalOrder.apply(dealer);
            router.setReceiveTimeOut(100_000);
            dealer.setReceiveTimeOut(100_000);
            router.bind("tcp://127.0.0.1:*");
            dealer.connect(router.getLastEndpoint());
            for (int i = 0; i < 2_000; i++) {
                dealer.send(Integer.toString(i));
                byte[] identity = router.recv();
                router.send(identity, ZMQ.SNDMORE);
                router.send(router.recvStr());
                assertThat(dealer.recvStr()).isEqualTo(Integer.toString(i));
            }
        }
    }

    private static Object sink(Object mailbox) {
        Object signaler = PrivateFields.read(Mailbox.class, "signaler", mailbox);
        return PrivateFields.read(signaler.getClass(), "w", signaler);
    }

    /** Tells when something is written. */
    private static final class Seen extends Pipe.SinkChannel {
        private final Pipe.SinkChannel sink;
        private final Runnable written;

        Seen(Pipe.SinkChannel sink, Runnable written) {
            super(sink.provider());
            this.sink = sink;
            this.written = written;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            written.run();
            return sink.write(source);
        }

        @Override
        public long write(ByteBuffer[] sources) throws IOException {
            return sink.write(sources);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
            return sink.write(sources, offset, length);
        }

        @Override
        protected void implCloseSelectableChannel() throws IOException {
            sink.close();
        }

        @Override
        protected void implConfigureBlocking(boolean block) throws IOException {
            sink.configureBlocking(block);
        }
    }
}

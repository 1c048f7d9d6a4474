package muster.protocol.zeromq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import zmq.Ctx;
import zmq.io.IOThread;
import zmq.poll.IPollEvents;
import zmq.poll.Poller;
import zmq.poll.Poller.Handle;

class ChangedHandlesTest {
    private static final IPollEvents NOTHING = new IPollEvents() {};

    private final Poller poller = new Poller(new Ctx(), "test");
    private final ChangedHandles handles = ChangedHandles.of(poller);
    private final List<Pipe> pipes = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Pipe pipe : pipes) {
            pipe.source().close();
            pipe.sink().close();
        }
    }

    private Handle added() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipes.add(pipe);
        return poller.addHandle(pipe.source(), NOTHING);
    }

    private List<Handle> shown() {
        List<Handle> shown = new ArrayList<>();
        handles.iterator().forEachRemaining(shown::add);
        return shown;
    }

    @Test
    void each_is_shown_once_and_again_when_what_it_waits_for_changes() throws IOException {
        Handle one = added();
        Handle two = added();
        assertThat(shown()).containsExactly(one, two);
        assertThat(shown()).isEmpty();
        poller.setPollIn(two);
        assertThat(shown()).containsExactly(two);
        assertThat(shown()).isEmpty();
        poller.resetPollIn(two);
        poller.setPollIn(one);
        assertThat(shown()).containsExactly(one, two);
    }

    @Test
    void what_is_removed_is_shown_until_the_poller_takes_it_out() throws IOException {
        for (int i = 0; i < 200; i++) {
            added();
        }
        List<Handle> all = shown();
        assertThat(all).hasSize(200).doesNotHaveDuplicates();
        poller.removeHandle(all.get(0));
        poller.removeHandle(all.get(199));
        poller.setPollIn(all.get(100));
        Iterator<Handle> iterator = handles.iterator();
        assertThat(iterator.next()).isSameAs(all.get(0));
        iterator.remove();
        assertThat(iterator.next()).isSameAs(all.get(199));
        iterator.remove();
        assertThat(iterator.next()).isSameAs(all.get(100));
        assertThat(iterator.hasNext()).isFalse();
        assertThat(handles).hasSize(198).doesNotContain(all.get(0), all.get(199));
    }

    /** jeromq takes a channel out that was closed, and after a fault of the kernel's it registers all with a new selector. */
    @Test
    void all_are_shown_now_and_then_and_to_a_new_selector() throws IOException {
        Handle one = added();
        assertThat(shown()).containsExactly(one);
        int until = 1;
        while (shown().isEmpty()) {
            until++;
            assertThat(until).isLessThan(1_000);
        }
        assertThat(shown()).isEmpty();
        try (Selector other = Selector.open()) {
            PrivateFields.write(Poller.class, "selector", poller, other);
            assertThat(shown()).containsExactly(one);
            assertThat(shown()).isEmpty();
        }
    }

    /** As of a connection that was just made: the handle that waited for it goes, and one that reads comes. */
    @Test
    void a_channel_that_gets_another_handle_is_shown_until_that_is_registered() throws IOException {
        Handle connecting = added();
        assertThat(shown()).containsExactly(connecting);
        Selector selector = (Selector) PrivateFields.read(Poller.class, "selector", poller);
        SelectionKey key = channel().register(selector, SelectionKey.OP_READ, connecting);
        poller.removeHandle(connecting);
        Handle reading = poller.addHandle(channel(), new IPollEvents() {});
        PrivateFields.write(Poller.class, "retired", poller, false);
        for (Iterator<Handle> all = handles.iterator(); all.hasNext(); ) {
            if (all.next().equals(connecting)) {
                key.cancel();
                all.remove();
            }
        }
        assertThat(PrivateFields.read(Poller.class, "retired", poller)).isEqualTo(true);
        assertThat(selector.select()).as("ends at once").isZero();
        assertThat(shown()).containsExactly(reading);
        channel().register(selector, SelectionKey.OP_READ, reading);
        assertThat(shown()).isEmpty();
    }

    private Pipe.SourceChannel channel() {
        return pipes.getLast().source();
    }

    @Test
    void it_is_in_place_in_the_network_thread_and_messages_of_many_connections_go_to_and_fro() {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
            ChangedHandles.apply(router);
            ChangedHandles.apply(router);
            for (IOThread thread : PrivateFields.networkThreads(router)) {
                Object poller = PrivateFields.read(IOThread.class, "poller", thread);
                assertThat(PrivateFields.read(Poller.class, "fdTable", poller)).isInstanceOf(ChangedHandles.class);
            }
            router.setReceiveTimeOut(60_000);
            int port = router.bindToRandomPort("tcp://127.0.0.1");
            List<ZMQ.Socket> dealers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ZMQ.Socket dealer = context.createSocket(SocketType.DEALER);
                dealer.setReceiveTimeOut(60_000);
                dealer.connect("tcp://127.0.0.1:" + port);
                dealers.add(dealer);
            }
            for (int round = 0; round < 20; round++) {
                dealers.forEach(dealer -> dealer.send("ping"));
                for (int i = 0; i < dealers.size(); i++) {
                    byte[] identity = router.recv();
                    assertThat(router.recvStr()).isEqualTo("ping");
                    router.sendMore(identity);
                    router.send("pong");
                }
                dealers.forEach(dealer -> assertThat(dealer.recvStr()).isEqualTo("pong"));
                ZMQ.Socket gone = dealers.remove(0);
                gone.close();
            }
        }
    }
}

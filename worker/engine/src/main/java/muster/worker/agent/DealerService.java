package muster.worker.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.Hello;
import muster.protocol.MalformedFrame;
import muster.protocol.keys.PeerKeys;
import muster.protocol.zeromq.FrameBounds;
import muster.protocol.zeromq.SignalOrder;
import muster.worker.agent.protocol.WorkerEvent;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** A worker or an observer on the network: one DEALER socket, one platform thread that reads it, so that heartbeats never wait. */
public final class DealerService implements AutoCloseable {
    private static final int HIGH_WATER_MARK = 100_000;
    private static final int RECONNECT_MS = 100;
    private static final int RECONNECT_MAX_MS = 5_000;
    private static final long FIRST_AGAIN_NS = 1_000_000_000L;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket dealer;
    private final Selector selector = selector();
    private final SessionLoop loop;
    private final Consumer<String> log;
    private final ConnectionDiagnostics diagnostics;
    private final String coordinator;
    private boolean connected;
    private long nextConnectNs = System.nanoTime();
    private long connectAgainNs = FIRST_AGAIN_NS;
    private @Nullable String cannotServe;

    /**
     * Connects when it is served.
     *
     * @param coordinator "tcp://HOST:5557"
     * @param keys null for a coordinator without
     */
    public DealerService(
            String coordinator, @Nullable PeerKeys keys, Hello hello, EngineSetup setup, Consumer<String> log) {
        this(coordinator, keys, (link, wake) -> new WorkerLoop(hello, setup, link, wake, log), log);
    }

    /** One whose peer is something else than a worker. */
    public DealerService(String coordinator, @Nullable PeerKeys keys, SessionLoop.Factory loops, Consumer<String> log) {
        this.log = log;
        context.setLinger(0);
        dealer = context.createSocket(SocketType.DEALER);
        FrameBounds.apply(dealer, () -> {});
        SignalOrder.apply(dealer);
        if (keys != null) {
            keys.applyTo(dealer);
        }
        dealer.setHWM(HIGH_WATER_MARK);
        dealer.setReconnectIVL(RECONNECT_MS);
        dealer.setReconnectIVLMax(RECONNECT_MAX_MS);
        this.coordinator = coordinator;
        loop = loops.create(this::send, selector::wakeup);
        diagnostics = new ConnectionDiagnostics(loop::trouble, ReachabilityCheck.of(coordinator, keys != null), log);
    }

    private static Selector selector() {
        try {
            return Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Serves until the worker is done. Returns "" if it was asked to go, else why it ended. */
    public String serve() {
        try {
            dealer.getFD().register(selector, SelectionKey.OP_READ);
            long nextTickNs = System.nanoTime();
            String exit = null;
            while (exit == null) {
                await(nextTickNs);
                receiveAll();
                loop.drainMailbox();
                if (System.nanoTime() >= nextTickNs) {
                    connect();
                    nextTickNs = System.nanoTime() + loop.tick();
                }
                exit = cannotServe == null ? loop.exit() : cannotServe;
            }
            return exit;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The socket connects again by itself, but not the first time: then it throws if the name cannot be resolved; nor where
     * its key was refused. What is said until then is lost, and said again.
     */
    private void connect() {
        if (connected || System.nanoTime() < nextConnectNs) {
            return;
        }
        try {
            dealer.disconnect(coordinator);
            dealer.connect(coordinator);
            connected = true;
        } catch (ZMQException e) {
            connectLater();
        }
    }

    private void connectLater() {
        connected = false;
        nextConnectNs = System.nanoTime() + connectAgainNs;
        connectAgainNs = Math.min(2 * connectAgainNs, RECONNECT_MAX_MS * 1_000_000L);
    }

    /**
     * Until a message is there, the mailbox is filled or a tick is due. What the selector sees is a signal, which sending
     * may have taken: so the socket is asked before. The mailbox wakes the selector itself, so that no second socket and no
     * poller of jeromq stand between a client that wants a lease and the wire (docs/decisions/0009-jeromq.md).
     */
    private void await(long untilNs) throws IOException {
        long waitNs = untilNs - System.nanoTime();
        if (waitNs > 0 && (dealer.getEvents() & ZMQ.Poller.POLLIN) == 0) {
            // Rounded up: the last part of a millisecond would be a busy loop.
            selector.select(key -> {}, Math.ceilDiv(waitNs, 1_000_000));
        }
    }

    /** Why the worker is not in its cluster, in one line; "" if it is. Any thread. */
    public String trouble() {
        return diagnostics.trouble();
    }

    /** Asks to go, a worker once it has drained; any thread. */
    public void leave(String reason) {
        post(new WorkerEvent.Leave(reason));
    }

    /** Gives it to the loop; any thread. */
    public void post(WorkerEvent event) {
        loop.post(event);
    }

    /** Bounded, so that a flood of messages cannot keep heartbeats from going out. */
    private void receiveAll() {
        for (int i = 0; i < 1_000; i++) {
            byte[] frame = dealer.recv(ZMQ.DONTWAIT);
            if (frame == null) {
                return;
            }
            @Nullable Envelope envelope = decode(frame);
            if (envelope != null) {
                loop.handle(new WorkerEvent.Received(envelope));
            }
        }
    }

    private @Nullable Envelope decode(byte[] frame) {
        try {
            return Frame.decode(frame);
        } catch (MalformedFrame.OtherVersion e) {
            cannotServe = "incompatible coordinator: " + e.getMessage();
            return null;
        } catch (MalformedFrame e) {
            log.accept("ignoring a malformed frame from the coordinator: " + e.getMessage());
            return null;
        }
    }

    /** A connection whose key was refused is gone for good, and nothing can be sent: the coordinator may learn the key yet. */
    private void send(Envelope envelope) {
        boolean sent = dealer.send(Frame.encode(envelope), ZMQ.DONTWAIT);
        if (!sent && connected && !loop.trouble().isEmpty()) {
            connectLater();
        }
    }

    @Override
    public void close() {
        diagnostics.close();
        loop.close();
        context.close();
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

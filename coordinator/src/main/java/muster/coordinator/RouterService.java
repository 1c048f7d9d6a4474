package muster.coordinator;

import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.Refused;
import muster.store.Store;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** The coordinator on the network: one ROUTER socket, one thread that reads it, decides and answers. */
public final class RouterService implements AutoCloseable {
    private static final int TICK_MS = 50;
    private static final int HIGH_WATER_MARK = 100_000;
    private static final int BACKLOG = 4_096;
    private static final int SOCKETS = 8_192;
    private static final HexFormat HEX = HexFormat.of();

    private final ZContext context = new ZContext();
    private final ZMQ.Socket router;
    private final ZMQ.Socket wakeIn;
    private final ZMQ.Socket wakeOut;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final CoordinatorLoop loop;
    private final Consumer<String> log;
    private final String address;
    private final Thread thread;
    private volatile boolean closing;

    /**
     * Binds and starts to serve.
     *
     * @param bind "tcp://127.0.0.1:5557"; port 0 takes a free one, see {@link #address}
     * @throws BindException if the port is in use
     */
    public RouterService(
            String bind,
            CoordinatorSettings settings,
            Store store,
            ScriptReader scripts,
            FileDepot files,
            Consumer<String> log)
            throws BindException {
        this.log = log;
        context.getContext().setMaxSockets(SOCKETS);
        context.setLinger(0);
        router = context.createSocket(SocketType.ROUTER);
        address = bind(bind);
        wakeIn = context.createSocket(SocketType.PAIR);
        wakeIn.bind("inproc://wake");
        wakeOut = context.createSocket(SocketType.PAIR);
        wakeOut.connect("inproc://wake");
        loop = new CoordinatorLoop(
                settings, "cluster", new SteadyClock(), store, scripts, files, this::send, this::wake, log);
        thread = Thread.ofPlatform().name("muster-coordinator").start(this::serve);
    }

    /** A frame is bounded before the socket binds: a stranger could otherwise declare one of 2 GB and stop us. */
    private String bind(String bind) throws BindException {
        router.setMaxMsgSize(Frame.MAX_BYTES);
        router.setRouterMandatory(true);
        router.setHWM(HIGH_WATER_MARK);
        router.setBacklog(BACKLOG);
        router.setImmediate(false);
        String wildcard = bind.endsWith(":0") ? bind.substring(0, bind.length() - 1) + "*" : bind;
        try {
            router.bind(wildcard);
        } catch (ZMQException | IllegalArgumentException e) {
            context.close();
            throw new BindException(bind, e);
        }
        return router.getLastEndpoint();
    }

    /** The address that workers connect to. */
    public String address() {
        return address;
    }

    private void serve() {
        try (ZMQ.Poller poller = context.createPoller(2)) {
            poller.register(router, ZMQ.Poller.POLLIN);
            poller.register(wakeIn, ZMQ.Poller.POLLIN);
            long nextTickNs = System.nanoTime();
            while (!closing) {
                long waitMs = Math.max(0, (nextTickNs - System.nanoTime()) / 1_000_000);
                poller.poll(waitMs);
                if (poller.pollin(1)) {
                    clearWake();
                }
                receiveAll();
                loop.drainMailbox();
                if (System.nanoTime() >= nextTickNs) {
                    nextTickNs = System.nanoTime() + TICK_MS * 1_000_000L;
                    loop.handle(new Event.Tick());
                }
            }
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                throw e;
            }
        }
    }

    /** The mark goes last: a byte that came after it must stay, or nobody would wake this thread until its next tick. */
    private void clearWake() {
        while (wakeIn.recv(ZMQ.DONTWAIT) != null) {
            // Each byte only says that the mailbox holds something.
        }
        woken.set(false);
    }

    /** Bounded, so that a flood of messages cannot keep the clock from ticking. */
    private void receiveAll() {
        for (int i = 0; i < 1_000; i++) {
            byte[] identity = router.recv(ZMQ.DONTWAIT);
            if (identity == null) {
                return;
            }
            byte[] frame = router.hasReceiveMore() ? router.recv(ZMQ.DONTWAIT) : null;
            boolean more = skipRest();
            if (frame != null && !more) {
                receive(new Peer(HEX.formatHex(identity)), frame);
            }
        }
    }

    private boolean skipRest() {
        boolean more = false;
        while (router.hasReceiveMore()) {
            more = true;
            router.recv(ZMQ.DONTWAIT);
        }
        return more;
    }

    private void receive(Peer peer, byte[] frame) {
        loop.meter().received(frame.length);
        try {
            loop.handle(new Event.Received(peer, Frame.decode(frame)));
        } catch (MalformedFrame e) {
            log.accept("a frame of peer " + peer.id() + " was refused: " + e.getMessage());
            refuse(peer, e);
        }
    }

    private void refuse(Peer peer, MalformedFrame malformed) {
        if (malformed instanceof MalformedFrame.OtherVersion) {
            send(
                    peer,
                    Envelope.newBuilder()
                            .setRefused(Refused.newBuilder().setReason(String.valueOf(malformed.getMessage())))
                            .build());
        }
    }

    /** Never blocks: a peer that is gone, or does not read, loses the message and is fenced in time. */
    private void send(Peer peer, Envelope envelope) {
        try {
            if (router.send(HEX.parseHex(peer.id()), ZMQ.SNDMORE | ZMQ.DONTWAIT)) {
                byte[] frame = Frame.encode(envelope);
                loop.meter().sent(frame.length);
                router.send(frame, ZMQ.DONTWAIT);
            }
        } catch (ZMQException e) {
            log.accept("peer " + peer.id() + " could not be reached: " + e.getMessage());
        }
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            synchronized (wakeOut) {
                wakeOut.send(new byte[] {1}, ZMQ.DONTWAIT);
            }
        }
    }

    /** Answers what is queued, then closes the socket. */
    @Override
    public void close() {
        closing = true;
        wake();
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
        context.close();
    }
}

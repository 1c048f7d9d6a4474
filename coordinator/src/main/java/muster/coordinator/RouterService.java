package muster.coordinator;

import java.util.Arrays;
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
    private static final int AT_ONCE = 1_000;
    private static final int HIGH_WATER_MARK = 100_000;
    private static final int BACKLOG = 4_096;
    private static final int SOCKETS = 8_192;
    private static final byte[] BELL = {1};
    private static final HexFormat HEX = HexFormat.of();

    private final ZContext context = new ZContext();
    private final ZMQ.Socket router;
    /** Rung by other threads, so that the one that waits looks into its mailbox. */
    private final ZMQ.Socket bell;

    private final AtomicBoolean rung = new AtomicBoolean();
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
        router.bind("inproc://wake");
        bell = context.createSocket(SocketType.DEALER);
        bell.setIdentity(BELL);
        bell.connect("inproc://wake");
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
        router.setReceiveTimeOut(TICK_MS);
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
        try {
            long nextTickNs = System.nanoTime();
            while (!closing) {
                receive();
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

    /**
     * Waits for a message for one tick at most, and takes what else is there. Bounded, so that a flood cannot keep the
     * clock from ticking. One socket that waits by itself: with a poller of jeromq beside it an answer took twice as long,
     * and one in a hundred eight milliseconds.
     */
    private void receive() {
        byte[] identity = router.recv();
        for (int taken = 1; identity != null; taken++) {
            receive(identity);
            identity = taken < AT_ONCE ? router.recv(ZMQ.DONTWAIT) : null;
        }
    }

    private void receive(byte[] identity) {
        byte[] frame = router.hasReceiveMore() ? router.recv(ZMQ.DONTWAIT) : null;
        boolean more = skipRest();
        if (Arrays.equals(identity, BELL)) {
            // Before the mailbox is looked into: what is posted from here on rings again.
            rung.set(false);
        } else if (frame != null && !more) {
            receive(new Peer(HEX.formatHex(identity)), frame);
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
        if (rung.compareAndSet(false, true)) {
            synchronized (bell) {
                bell.send(new byte[] {1}, ZMQ.DONTWAIT);
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

package muster.coordinator.server;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.coordinator.server.RejectionLog.Kind;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.Refused;
import muster.protocol.Series;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.ClusterKeys;
import muster.protocol.zeromq.ChangedHandles;
import muster.protocol.zeromq.FrameBounds;
import muster.protocol.zeromq.SignalOrder;
import muster.protocol.zeromq.UnsentFrames;
import muster.store.file.Store;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.InvalidSnapshotException;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.Msg;
import zmq.io.Metadata;

/** The coordinator on the network: one ROUTER socket, one thread that reads it, decides and answers. */
public final class RouterService implements AutoCloseable {
    private static final int AT_ONCE = 1_000;
    private static final int HIGH_WATER_MARK = 100_000;
    private static final int BACKLOG = 4_096;
    private static final int SOCKETS = 8_192;
    private static final byte[] WAKE_IDENTITY = {1};
    private static final HexFormat HEX = HexFormat.of();

    private final ZContext context = new ZContext();
    private final RejectionLog refusals;
    private final UnsentFrames unsent;
    /** Of the thread that receives. */
    private final HistogramDecoder histograms = new HistogramDecoder();

    private final @Nullable ZapAuthenticator authenticator;
    private final MessageAuthorization admission;
    private final ConnectionMonitor connections;
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private final ZMQ.Socket router;
    /** Rung by other threads, so that the one that waits looks into its mailbox. */
    private final ZMQ.Socket wakeSocket;

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
     * @param keys who may come in; null lets everybody in, which is for loopback
     * @throws BindException if the port is in use
     */
    public RouterService(
            String bind,
            @Nullable ClusterKeys keys,
            CoordinatorSettings settings,
            Store store,
            ScriptReader scripts,
            FileDepot files,
            Consumer<String> log)
            throws BindException {
        this.log = line -> log.accept(Printable.line(line, Printable.MAX_MESSAGE));
        refusals = new RejectionLog(this.log);
        prepare();
        router = context.createSocket(SocketType.ROUTER);
        unsent = new UnsentFrames(router);
        authenticator = keys == null ? null : new ZapAuthenticator(context, keys, refusals);
        admission = new MessageAuthorization(keys == null);
        connections = new ConnectionMonitor(context, router, refusals);
        // First the wake-up socket: a stranger that took its identity would keep this thread asleep.
        router.bind("inproc://wake");
        wakeSocket = context.createSocket(SocketType.DEALER);
        wakeSocket.setIdentity(WAKE_IDENTITY);
        wakeSocket.connect("inproc://wake");
        address = bind(bind, keys);
        loop = new CoordinatorLoop(settings, "cluster", store, scripts, files, this::send, this::wake, this.log);
        loop.meter().refusals(refusals::counts);
        thread = Thread.ofPlatform().name("muster-coordinator").start(this::serve);
    }

    private void prepare() {
        context.getContext().setMaxSockets(SOCKETS);
        context.setLinger(0);
        context.setNotificationExceptionHandler(
                (thread, e) -> refusals.add(Kind.NETWORK, "", "bytes made jeromq throw " + e));
        context.setUncaughtExceptionHandler((thread, e) -> failure.complete("the network's thread died of " + e));
    }

    /** A frame is bounded before the socket binds: a stranger could otherwise declare one of 2 GB and stop us. */
    private String bind(String bind, @Nullable ClusterKeys keys) throws BindException {
        FrameBounds.apply(
                router, () -> refusals.add(Kind.OVERSIZED, "", "a frame of a negative length, or too many large ones"));
        SignalOrder.apply(router);
        ChangedHandles.apply(router);
        if (keys != null) {
            keys.applyTo(router);
        }
        router.setRouterMandatory(true);
        router.setHWM(HIGH_WATER_MARK);
        router.setBacklog(BACKLOG);
        router.setImmediate(false);
        router.setReceiveTimeOut(TickPace.MIN_MS);
        String wildcard = bind.endsWith(":0") ? bind.substring(0, bind.length() - 1) + "*" : bind;
        try {
            router.bind(wildcard);
        } catch (ZMQException | IllegalArgumentException e) {
            closeWatchers();
            context.close();
            throw new BindException(bind, e);
        }
        return router.getLastEndpoint();
    }

    /** The address that workers connect to. */
    public String address() {
        return address;
    }

    /** For those who look at it from within this process. */
    public CoordinatorView watched() {
        return loop.watched();
    }

    /** So many worker processes of this process are alive, or will be started; any thread. */
    public void workersAlive(int processes) {
        loop.post(new Event.WorkersAlive(processes));
    }

    /** Completed with the reason if the service cannot go on; never if it is closed. */
    public CompletableFuture<String> failure() {
        return failure;
    }

    /** Why it cannot do its work now, in one line; "" if it can. Any thread. */
    public String trouble() {
        return failure.isDone() ? failure.join() : loop.trouble();
    }

    private void serve() {
        try {
            TickPace pace = new TickPace(System.nanoTime());
            while (!closing) {
                receive();
                loop.drainMailbox();
                long nowNs = System.nanoTime();
                if (pace.isDue(nowNs)) {
                    loop.handle(new Event.Tick());
                    pace.ticked(nowNs, System.nanoTime());
                } else {
                    loop.handle(new Event.Awake());
                }
            }
        } catch (ZMQException e) {
            if (e.getErrorCode() != ZMQ.Error.ETERM.getCode()) {
                failure.complete("the coordinator's socket failed: " + e);
            }
        } catch (RuntimeException | Error e) {
            failure.complete("internal fault: " + e);
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
        Msg message = router.hasReceiveMore() ? router.base().recv(ZMQ.DONTWAIT) : null;
        boolean more = skipRest();
        if (Arrays.equals(identity, WAKE_IDENTITY)) {
            // Before the mailbox is looked into: what is posted from here on rings again.
            rung.set(false);
        } else if (message != null && !more) {
            receive(new Peer(HEX.formatHex(identity)), message);
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

    private void receive(Peer peer, Msg message) {
        byte[] frame = message.data();
        Metadata metadata = message.getMetadata();
        String from = metadata == null ? "" : String.valueOf(metadata.get(Metadata.PEER_ADDRESS));
        loop.meter().received(frame.length);
        try {
            receive(peer, from, holder(metadata), PeerText.safe(checked(Frame.decode(frame))));
        } catch (MalformedFrame e) {
            Kind kind = e instanceof MalformedFrame.OtherVersion ? Kind.OTHER_VERSION : Kind.MALFORMED;
            refusals.add(kind, from, String.valueOf(e.getMessage()));
            refuse(peer, e);
            if (Frame.isOurs(frame)) {
                loop.handle(new Event.Malformed(peer, String.valueOf(e.getMessage())));
            }
        }
    }

    /** A histogram of 34 bytes may become 49 MB: before its snapshot is accepted, not when the store reads it. */
    private Envelope checked(Envelope envelope) throws MalformedFrame {
        for (Series series : envelope.getSnapshot().getSeriesList()) {
            try {
                if (!series.getHistogram().isEmpty()) {
                    histograms.checkHeader(series.getHistogram().asReadOnlyByteBuffer());
                }
            } catch (InvalidSnapshotException e) {
                throw new MalformedFrame("Series." + e.getMessage());
            }
        }
        return envelope;
    }

    private Optional<Admitted> holder(@Nullable Metadata metadata) {
        return authenticator == null || metadata == null
                ? Optional.empty()
                : authenticator.holder(metadata.get(Metadata.USER_ID));
    }

    private void receive(Peer peer, String from, Optional<Admitted> sender, Envelope envelope) {
        Optional<String> refusal = admission.refusal(peer, sender, envelope);
        if (refusal.isPresent()) {
            refusals.add(Kind.OTHER_IDENTITY, from, refusal.get());
            refuse(peer, refusal.get());
            return;
        }
        connections.spoke(from);
        loop.handle(new Event.Received(peer, envelope));
    }

    private void refuse(Peer peer, MalformedFrame malformed) {
        if (malformed instanceof MalformedFrame.OtherVersion) {
            refuse(peer, String.valueOf(malformed.getMessage()));
        }
    }

    private void refuse(Peer peer, String reason) {
        send(
                peer,
                Envelope.newBuilder()
                        .setRefused(Refused.newBuilder().setReason(reason))
                        .build());
    }

    /** Never blocks: a peer that is gone, or does not read, loses the message and is fenced in time. */
    private void send(Peer peer, Envelope envelope) {
        admission.sent(peer, envelope);
        try {
            if (unsent.takes(peer.id(), envelope.getSerializedSize())) {
                byte[] frame = Frame.encode(envelope);
                if (router.send(HEX.parseHex(peer.id()), ZMQ.SNDMORE | ZMQ.DONTWAIT)) {
                    loop.meter().sent(envelope.getBodyCase(), frame.length);
                    unsent.send(peer.id(), frame);
                }
            } else {
                refusals.add(
                        Kind.UNREAD,
                        "",
                        "it does not read what it is sent; " + envelope.getBodyCase() + " is left out");
            }
        } catch (ZMQException e) {
            unsent.forget(peer.id());
            log.accept("peer " + peer.id() + " is unreachable: " + e.getMessage());
        }
    }

    private void wake() {
        if (rung.compareAndSet(false, true)) {
            synchronized (wakeSocket) {
                wakeSocket.send(new byte[] {1}, ZMQ.DONTWAIT);
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
        histograms.close();
        closeWatchers();
        context.close();
    }

    private void closeWatchers() {
        connections.close();
        if (authenticator != null) {
            authenticator.close();
        }
    }
}

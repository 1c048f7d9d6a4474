package muster.worker.agent;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.Hello;
import muster.protocol.MalformedFrame;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A worker on the network: one DEALER socket, one platform thread that reads it, so that heartbeats never wait. */
public final class DealerService implements AutoCloseable {
    private static final int TICK_MS = 20;
    private static final int HIGH_WATER_MARK = 100_000;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket dealer;
    private final ZMQ.Socket wakeIn;
    private final ZMQ.Socket wakeOut;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final WorkerLoop loop;
    private final Consumer<String> log;

    /** @param coordinator "tcp://HOST:5557" */
    public DealerService(String coordinator, Hello hello, Path dataFolder, Consumer<String> log) {
        this.log = log;
        context.setLinger(0);
        dealer = context.createSocket(SocketType.DEALER);
        dealer.setMaxMsgSize(Frame.MAX_BYTES);
        dealer.setHWM(HIGH_WATER_MARK);
        dealer.setReconnectIVL(100);
        dealer.setReconnectIVLMax(5_000);
        dealer.connect(coordinator);
        wakeIn = context.createSocket(SocketType.PAIR);
        wakeIn.bind("inproc://wake");
        wakeOut = context.createSocket(SocketType.PAIR);
        wakeOut.connect("inproc://wake");
        loop = new WorkerLoop(hello, dataFolder, this::send, this::wake, log);
    }

    /** Serves until the worker is done. Returns "" if it was asked to go, else why it ended. */
    public String serve() {
        try (ZMQ.Poller poller = context.createPoller(2)) {
            poller.register(dealer, ZMQ.Poller.POLLIN);
            poller.register(wakeIn, ZMQ.Poller.POLLIN);
            long nextTickNs = System.nanoTime();
            String exit = null;
            while (exit == null) {
                // Rounded up: the last part of a millisecond would be a busy loop.
                poller.poll(Math.max(0, Math.ceilDiv(nextTickNs - System.nanoTime(), 1_000_000)));
                clearWake();
                receiveAll();
                loop.drainMailbox();
                if (System.nanoTime() >= nextTickNs) {
                    nextTickNs = System.nanoTime() + TICK_MS * 1_000_000L;
                    loop.tick();
                }
                exit = loop.exit();
            }
            return exit;
        }
    }

    /** Asks the worker to go once it has drained; any thread. */
    public void leave(String reason) {
        loop.post(new WorkerEvent.Leave(reason));
    }

    /** The mark goes last: a byte that came after it must stay, or nobody would wake this thread until its next tick. */
    private void clearWake() {
        while (wakeIn.recv(ZMQ.DONTWAIT) != null) {
            // Each byte only says that the mailbox holds something.
        }
        woken.set(false);
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
        } catch (MalformedFrame e) {
            log.accept("a frame of the coordinator was refused: " + e.getMessage());
            return null;
        }
    }

    private void send(Envelope envelope) {
        dealer.send(Frame.encode(envelope), ZMQ.DONTWAIT);
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            synchronized (wakeOut) {
                wakeOut.send(new byte[] {1}, ZMQ.DONTWAIT);
            }
        }
    }

    @Override
    public void close() {
        loop.close();
        context.close();
    }
}

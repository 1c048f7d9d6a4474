package muster.protocol.zeromq;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicLong;
import org.zeromq.ZMQ;
import zmq.Mailbox;
import zmq.SocketBase;

/**
 * Counts a signal of jeromq's mailboxes before it can be seen. jeromq 0.5.4 wakes the reader first and counts then; where
 * the kernel puts the reader on the writer's core, the reader finds nothing counted, asks the kernel again at once, and does
 * so until its time slice ends, some 0.7 ms later (docs/decisions/0009). There is no setting for it, so two private fields
 * are reached by reflection; this is the place to mend when jeromq is replaced.
 */
public final class SignalOrder extends Pipe.SinkChannel {
    private final Pipe.SinkChannel signals;
    private final AtomicLong counted;

    SignalOrder(Pipe.SinkChannel signals, AtomicLong counted) {
        super(signals.provider());
        this.signals = signals;
        this.counted = counted;
    }

    /** Before the socket binds or connects: its own mailbox, and those of its context's network threads. */
    public static void apply(ZMQ.Socket socket) {
        mend(PrivateFields.read(SocketBase.class, "mailbox", socket.base()));
        PrivateFields.networkThreads(socket).forEach(thread -> mend(thread.getMailbox()));
    }

    private static void mend(Object mailbox) {
        Object signaler = PrivateFields.read(Mailbox.class, "signaler", mailbox);
        Pipe.SinkChannel sink = (Pipe.SinkChannel) PrivateFields.read(signaler.getClass(), "w", signaler);
        if (!(sink instanceof SignalOrder)) {
            AtomicLong counted = (AtomicLong) PrivateFields.read(signaler.getClass(), "wcursor", signaler);
            PrivateFields.write(signaler.getClass(), "w", signaler, new SignalOrder(sink, counted));
        }
    }

    /** jeromq counts after it has written; what was counted here is taken back at that moment. */
    @Override
    public int write(ByteBuffer signal) throws IOException {
        counted.incrementAndGet();
        try {
            return signals.write(signal);
        } finally {
            counted.decrementAndGet();
        }
    }

    @Override
    public long write(ByteBuffer[] sources) throws IOException {
        return signals.write(sources);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return signals.write(sources, offset, length);
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        signals.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) throws IOException {
        signals.configureBlocking(block);
    }
}

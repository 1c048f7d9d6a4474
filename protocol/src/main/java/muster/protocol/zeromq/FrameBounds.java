package muster.protocol.zeromq;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import muster.protocol.Frame;
import org.zeromq.ZMQ;
import zmq.Msg;
import zmq.msg.MsgAllocator;

/**
 * Bounds what a stranger can make a socket allocate, before it binds or connects. jeromq's own bound is not enough: a
 * length of 64 bits with the first bit set passes it, its lower half becomes the size, and the network thread dies of
 * memory; and every connection may declare a legal frame and never send it.
 */
public final class FrameBounds implements MsgAllocator {
    /** Frames up to this size are not worth counting. */
    private static final int SMALL_BYTES = 1 << 16;

    private static final long MIN_BUDGET_BYTES = 4L * Frame.MAX_BYTES;

    private static final long COLLECT_EVERY_NS = 1_000_000_000L;

    private final Runnable refused;
    private final long budgetBytes;
    private final AtomicLong largeBytes = new AtomicLong();
    private final Set<Large> large = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Msg> freed = new ReferenceQueue<>();
    private long collectedNs = System.nanoTime() - 2 * COLLECT_EVERY_NS;

    FrameBounds(long budgetBytes, Runnable refused) {
        this.budgetBytes = budgetBytes;
        this.refused = refused;
    }

    /**
     * Before the socket binds or connects.
     *
     * @param refused is told, on the network's thread, of each frame that is not taken
     */
    public static void apply(ZMQ.Socket socket, Runnable refused) {
        long budget = Math.max(MIN_BUDGET_BYTES, Runtime.getRuntime().maxMemory() / 4);
        socket.setMaxMsgSize(Frame.MAX_BYTES);
        socket.setMsgAllocator(new FrameBounds(budget, refused));
    }

    /** What is not taken becomes an empty frame, which no message of ours is: the connection's next bytes make no sense. */
    @Override
    public Msg allocate(int size) {
        if (size < 0 || size > Frame.MAX_BYTES || (size > SMALL_BYTES && !fits(size))) {
            refused.run();
            return new Msg(0);
        }
        Msg msg = new Msg(size);
        if (size > SMALL_BYTES) {
            largeBytes.addAndGet(size);
            large.add(new Large(msg, size, freed));
        }
        return msg;
    }

    private boolean fits(int size) {
        forgetFreed();
        if (largeBytes.get() + size > budgetBytes) {
            collect();
        }
        return largeBytes.get() + size <= budgetBytes;
    }

    /** What was read is only known to be free once the collector has seen it; a flood must not keep it busy. */
    private synchronized void collect() {
        if (System.nanoTime() - collectedNs > COLLECT_EVERY_NS) {
            System.gc();
            collectedNs = System.nanoTime();
        }
        forgetFreed();
    }

    private void forgetFreed() {
        for (Object reference = freed.poll(); reference != null; reference = freed.poll()) {
            if (reference instanceof Large gone && large.remove(gone)) {
                largeBytes.addAndGet(-gone.size);
            }
        }
    }

    /** A frame that is on its way in, or was read and not collected yet. */
    private static final class Large extends WeakReference<Msg> {
        private final int size;

        Large(Msg msg, int size, ReferenceQueue<Msg> freed) {
            super(msg, freed);
            this.size = size;
        }
    }
}

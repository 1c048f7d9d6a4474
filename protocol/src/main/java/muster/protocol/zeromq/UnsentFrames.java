package muster.protocol.zeromq;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;
import zmq.Msg;

/**
 * Bounds what a socket keeps for peers that do not read. jeromq counts messages, and a hundred thousand answers of a
 * megabyte each fill any memory. One thread sends; the network's threads take frames out.
 */
public final class UnsentFrames {
    /** An honest peer reads an answer before it asks again; frames to a worker are small. */
    static final long MAX_PEER_BYTES = 2L << 20;

    private static final int LARGE_BYTES = 1 << 16;
    private static final int MAX_PEERS = 65_536;

    private final ZMQ.Socket socket;
    private final long budgetBytes;
    private final Map<String, AtomicLong> byPeer = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, AtomicLong> eldest) {
            return size() > MAX_PEERS;
        }
    };
    private final AtomicLong largeBytes = new AtomicLong();
    /** Large frames that are not sent: those of a connection that is gone leave no other trace. */
    private final Set<Waiting> large = ConcurrentHashMap.newKeySet();

    private final ReferenceQueue<Msg> freed = new ReferenceQueue<>();

    public UnsentFrames(ZMQ.Socket socket) {
        this.socket = socket;
        this.budgetBytes = Runtime.getRuntime().maxMemory() / 4;
    }

    /** Whether one more frame of this size may be kept for the peer. */
    public boolean takes(String peer, int size) {
        AtomicLong unsent = byPeer.get(peer);
        if (unsent != null && unsent.get() >= MAX_PEER_BYTES) {
            return false;
        }
        if (size < LARGE_BYTES) {
            return true;
        }
        for (Object gone = freed.poll(); gone != null; gone = freed.poll()) {
            if (gone instanceof Waiting waiting) {
                forget(waiting);
            }
        }
        return largeBytes.get() < budgetBytes;
    }

    /** Sends the last part of a message to the peer, and does not wait. */
    public boolean send(String peer, byte[] frame) {
        AtomicLong unsent = byPeer.computeIfAbsent(peer, any -> new AtomicLong());
        Frame msg = new Frame(frame, unsent);
        unsent.addAndGet(frame.length);
        if (frame.length >= LARGE_BYTES) {
            Waiting waiting = new Waiting(msg, frame.length, freed);
            msg.waiting = waiting;
            large.add(waiting);
            largeBytes.addAndGet(frame.length);
        }
        boolean sent = socket.base().send(msg, ZMQ.DONTWAIT);
        if (!sent) {
            msg.left();
        }
        return sent;
    }

    /** No connection of the peer is there any more. */
    public void forget(String peer) {
        byPeer.remove(peer);
    }

    private void forget(Waiting waiting) {
        if (large.remove(waiting)) {
            largeBytes.addAndGet(-waiting.size);
        }
    }

    private static final class Waiting extends WeakReference<Msg> {
        private final int size;

        Waiting(Msg msg, int size, ReferenceQueue<Msg> freed) {
            super(msg, freed);
            this.size = size;
        }
    }

    /** Knows when its content is read, which the network's thread does once there is room in the connection. */
    private final class Frame extends Msg {
        private final AtomicLong unsent;
        private final AtomicBoolean gone = new AtomicBoolean();
        private volatile @Nullable Waiting waiting;

        Frame(byte[] content, AtomicLong unsent) {
            super(content);
            this.unsent = unsent;
        }

        void left() {
            if (gone.compareAndSet(false, true)) {
                unsent.addAndGet(-size());
                Waiting kept = waiting;
                if (kept != null) {
                    forget(kept);
                }
            }
        }

        @Override
        public ByteBuffer buf() {
            left();
            return super.buf();
        }

        @Override
        public byte[] data() {
            left();
            return super.data();
        }

        @Override
        public int getBytes(int index, byte[] to, int from, int length) {
            left();
            return super.getBytes(index, to, from, length);
        }

        @Override
        public void transfer(ByteBuffer to, int from, int length) {
            left();
            super.transfer(to, from, length);
        }
    }
}

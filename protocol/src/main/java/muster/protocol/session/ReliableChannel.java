package muster.protocol.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import muster.protocol.Envelope;

/**
 * One side of what a coordinator and a worker say to each other within a session, on a network that may lose, double
 * and reorder (a ZeroMQ connection that breaks loses what is on its way). What is numbered arrives once and in order: it
 * is kept until the other side confirms it, and sent again meanwhile. Every message carries a confirmation.
 *
 * <p>A pure machine without a clock; one thread uses it.
 */
public final class ReliableChannel {
    /** Longer than the other side may be quiet: a second between two heartbeats. */
    private static final long AGAIN_NS = 1_500_000_000L;
    /** What is sent again at once; the rest follows when these are confirmed. */
    private static final int AT_ONCE = 1_000;

    private final Deque<Envelope> unconfirmed = new ArrayDeque<>();
    private long said;
    private long heard;
    private long confirmed;
    private long progressNs;
    private long unconfirmedBytes;

    /** Numbers a message and keeps it. */
    public Envelope send(Envelope.Builder message) {
        Envelope numbered = message.setNumber(++said).setConfirmed(heard).build();
        unconfirmed.add(numbered);
        unconfirmedBytes += numbered.getSerializedSize();
        return numbered;
    }

    /** A message that may be lost, because another one like it follows. */
    public Envelope sendUnreliable(Envelope.Builder message) {
        return message.setConfirmed(heard).build();
    }

    /** Whether to act on a message: it is the next one, or not numbered. Others were heard before, or come again. */
    public boolean receive(Envelope message, long nowNs) {
        confirm(message.getConfirmed(), nowNs);
        if (message.getNumber() == 0) {
            return true;
        }
        boolean next = message.getNumber() == heard + 1;
        heard += next ? 1 : 0;
        return next;
    }

    private void confirm(long through, long nowNs) {
        if (through > confirmed && through <= said) {
            for (; confirmed < through; confirmed++) {
                unconfirmedBytes -= unconfirmed.remove().getSerializedSize();
            }
            progressNs = nowNs;
        }
    }

    /** What is kept because the other side has not confirmed it. */
    public long unconfirmedBytes() {
        return unconfirmedBytes;
    }

    /** What is to be sent again now. */
    public List<Envelope> overdue(long nowNs) {
        if (unconfirmed.isEmpty()) {
            progressNs = nowNs;
        }
        if (nowNs - progressNs <= AGAIN_NS) {
            return List.of();
        }
        progressNs = nowNs;
        return unconfirmed.stream().limit(AT_ONCE).map(this::fresh).toList();
    }

    private Envelope fresh(Envelope message) {
        return message.toBuilder().setConfirmed(heard).build();
    }
}

package muster.worker.engine.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The leases in the order of their offers. Clients claim blocks from the first that has any, without a lock; appending
 * and closing are serialised by the engine.
 */
public final class LeaseQueue {
    private static final VarHandle HEAD = head(MethodHandles.lookup());

    private final int actions;
    private final AtomicLong usedUp = new AtomicLong();
    private volatile LeaseSegment head =
            new LeaseSegment(new UnstartedRange(new LeaseGrant(-1, 0, 0, 1, 0), 0, 0, 0), 0, 0, false);
    private LeaseSegment tail = head;
    /** Blocks that were ever queued; the difference to a segment's own count is what stands behind its beginning. */
    private volatile long queued;

    public LeaseQueue(int actionsPerTransaction) {
        actions = actionsPerTransaction;
    }

    private static VarHandle head(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(LeaseQueue.class, "head", LeaseSegment.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /**
     * Fills an empty slot with up to so many blocks, and with no more than one client's part of all that are queued;
     * false if there are none or the client was stopped.
     */
    public boolean claim(ClientSlot slot, int blocks, int clients) {
        if (!slot.fill()) {
            return false;
        }
        for (LeaseSegment segment = head; ; segment = head) {
            int most = blocks == 1 ? 1 : part(segment, blocks, clients);
            long from = segment.claim(most);
            if (from >= 0) {
                slot.filled(claimed(segment, from, most));
                return true;
            }
            LeaseSegment next = segment.next;
            if (next == null) {
                slot.unfilled();
                return false;
            }
            HEAD.compareAndSet(this, segment, next);
        }
    }

    /** Pieces that were closed further back count as full: the part may be too large once, after leases were taken back. */
    private int part(LeaseSegment segment, int blocks, int clients) {
        long left = queued - segment.queuedBefore() - segment.started();
        return left >= (long) blocks * clients ? blocks : (int) Math.max(1, left / Math.max(1, clients));
    }

    /** What {@link LeaseSegment#claim} returned as {@code from}; whoever claims the last block counts the lease as used up. */
    public UnstartedRange claimed(LeaseSegment segment, long from, int blocks) {
        long end = Math.min(from + blocks, segment.end());
        if (end == segment.end()) {
            countUsedUp(segment);
        }
        return new UnstartedRange(segment.grant(), from, end, segment.intendedNs());
    }

    private void countUsedUp(LeaseSegment segment) {
        if (segment.whole()) {
            usedUp.incrementAndGet();
        }
    }

    /** One more lease at the end; the caller holds the engine's lock. */
    public LeaseSegment offer(LeaseGrant grant, long nowNs) {
        long blocks = (grant.count() + actions - 1) / actions;
        return append(new UnstartedRange(grant, 0, blocks, grant.firstIntendedNs()), nowNs, true);
    }

    /** What a stopped client did not start goes to the end for others; the caller holds the engine's lock. */
    public LeaseSegment giveBack(UnstartedRange blocks, long nowNs) {
        return append(blocks, nowNs, false);
    }

    private LeaseSegment append(UnstartedRange blocks, long nowNs, boolean whole) {
        long before = queued;
        LeaseSegment segment = new LeaseSegment(blocks, before, nowNs, whole);
        queued = before + blocks.end() - blocks.from();
        tail.next = segment;
        tail = segment;
        return segment;
    }

    /** For the open model, where the pacer claims from the segments themselves and nobody else moves the head. */
    public void skipUsedUp() {
        LeaseSegment first = head;
        LeaseSegment next = first.next;
        while (first.left() == 0 && next != null) {
            HEAD.compareAndSet(this, first, next);
            first = head;
            next = first.next;
        }
    }

    /** Takes back what is not claimed; the caller holds the engine's lock. */
    public List<UnstartedRange> close() {
        List<UnstartedRange> remainders = new ArrayList<>();
        for (LeaseSegment segment = head; segment != null; segment = segment.next) {
            UnstartedRange rest = segment.close();
            if (rest != null) {
                remainders.add(rest);
                countUsedUp(segment);
            }
        }
        return remainders;
    }

    boolean hasWork() {
        for (LeaseSegment segment = head; segment != null; segment = segment.next) {
            if (segment.left() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Leases of which every block was claimed or taken back. */
    long usedUp() {
        return usedUp.get();
    }
}

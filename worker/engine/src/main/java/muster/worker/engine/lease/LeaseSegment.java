package muster.worker.engine.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Blocks of one lease in the queue: all of a lease, or what a stopped client gave back. Claimed from the front. */
public final class LeaseSegment {
    private static final VarHandle NEXT_BLOCK = nextBlock(MethodHandles.lookup());
    /** Far beyond any block, and far from overflowing when claims go on adding to it. */
    private static final long CLOSED = Long.MAX_VALUE / 2;

    private final LeaseGrant grant;
    private final long from;
    private final long end;
    private final long queuedBefore;
    private final long intendedNs;
    private final long offeredNs;
    private final boolean whole;
    private volatile long nextBlock;
    /** Set once, when the segment behind it is offered. */
    volatile @Nullable LeaseSegment next;

    /**
     * @param queuedBefore blocks of all segments before this one
     * @param whole whether it is a lease as it was offered, and not a part that was given back
     */
    LeaseSegment(UnstartedRange blocks, long queuedBefore, long offeredNs, boolean whole) {
        this.grant = blocks.grant();
        this.from = blocks.from();
        this.nextBlock = blocks.from();
        this.queuedBefore = queuedBefore;
        this.end = blocks.end();
        this.intendedNs = blocks.intendedNs();
        this.offeredNs = offeredNs;
        this.whole = whole;
    }

    private static VarHandle nextBlock(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(LeaseSegment.class, "nextBlock", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    public LeaseGrant grant() {
        return grant;
    }

    public long end() {
        return end;
    }

    /** Intended start of the first block, in nanoseconds after the start of the phase; open model only. */
    public long intendedNs() {
        return intendedNs;
    }

    public long offeredNs() {
        return offeredNs;
    }

    public boolean whole() {
        return whole;
    }

    /** The first of up to so many blocks that are the caller's now; -1 if none is left. */
    public long claim(int blocks) {
        if (nextBlock >= end) {
            return -1;
        }
        long first = (long) NEXT_BLOCK.getAndAdd(this, (long) blocks);
        return first < end ? first : -1;
    }

    /** Takes all that is not claimed, for ever; null if there is none. */
    @Nullable
    UnstartedRange close() {
        long first = (long) NEXT_BLOCK.getAndSet(this, CLOSED);
        return first < end ? new UnstartedRange(grant, first, end, intendedNs) : null;
    }

    /** Blocks of all segments before this one. */
    long queuedBefore() {
        return queuedBefore;
    }

    /** Blocks that were claimed, or more once all of them are. */
    long started() {
        return nextBlock - from;
    }

    /** Blocks that are not claimed. */
    public long left() {
        return Math.max(0, end - nextBlock);
    }
}

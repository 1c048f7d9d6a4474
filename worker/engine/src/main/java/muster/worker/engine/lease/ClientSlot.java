package muster.worker.engine.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import muster.worker.engine.time.Pause;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that one client may start: one word that is changed by compare-and-set, so that starting a block, taking
 * blocks back and stopping the client exclude each other for less than ten nanoseconds. The word: filling (1 bit), stop
 * (1), blocks left (24), a serial number. Whether the client is within a block, or that was aborted, changes only under
 * the locks of the recording: ending a block and recording it are one step, as are aborting it and recording that.
 */
public final class ClientSlot {
    static final int MAX_BLOCKS = (1 << 24) - 1;

    private static final VarHandle WORD = handle(MethodHandles.lookup(), "word", long.class);
    private static final VarHandle HELD = handle(MethodHandles.lookup(), "held", boolean.class);
    private static final VarHandle RUNNING = handle(MethodHandles.lookup(), "running", boolean.class);
    private static final long FILLING = 1;
    private static final long STOP = 2;
    private static final int LEFT = 2;
    private static final long SERIAL = 1L << 26;
    private static final LeaseGrant NOTHING = new LeaseGrant(-1, 0, 0, 1, 0);

    private volatile long word;
    /** Read through its handle only. */
    @SuppressWarnings("UnusedVariable")
    private boolean running;

    private volatile boolean aborted;
    private volatile boolean held;
    /** These three change only while the slot is being filled; the serial number tells a reader that they did. */
    private LeaseGrant grant = NOTHING;

    private long endBlock;
    private long intendedNs;

    private static VarHandle handle(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(ClientSlot.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    public boolean stopped() {
        return (word & STOP) != 0;
    }

    public boolean aborted() {
        return aborted;
    }

    /** Blocks that may still be started. */
    public int left() {
        return left(word);
    }

    public static int left(long word) {
        return (int) (word >>> LEFT) & MAX_BLOCKS;
    }

    /** The word to give to {@link #take}: that fails if the slot was changed in between. */
    public long peek() {
        return word;
    }

    public LeaseGrant grant() {
        return grant;
    }

    /** The block that is to be started next. */
    public long block(long peeked) {
        return endBlock - left(peeked);
    }

    public long intendedNs() {
        return intendedNs;
    }

    /**
     * Starts the next block, unless it was taken back or the client was stopped. Whoever aborts in the moment between
     * the two steps finds nothing to abort, and comes again.
     */
    public boolean take(long peeked) {
        boolean taken = (peeked & STOP) == 0
                && left(peeked) > 0
                && WORD.compareAndSet(this, peeked, peeked - (1L << LEFT) + SERIAL);
        if (taken) {
            RUNNING.setRelease(this, true);
        }
        return taken;
    }

    /** Whether the client is within a block; seen without a lock. */
    public boolean running() {
        return (boolean) RUNNING.getAcquire(this);
    }

    /** Whether the client is within the same block as when {@link #peek} and then {@link #running} were called. */
    public boolean stillRuns(long peeked) {
        VarHandle.loadLoadFence();
        return running() && (word & ~STOP) == (peeked & ~STOP);
    }

    /** Ends the block, under the lock of the shard that records it; false if it was aborted and recorded as such. */
    public boolean end() {
        if (aborted) {
            return false;
        }
        running = false;
        // Free on x86. Who reads the block without a lock must not see the next one while it believes to see this one.
        VarHandle.storeStoreFence();
        return true;
    }

    /** Marks the block as aborted, if there is one, under the locks of all shards: then the caller records it. */
    public boolean abort() {
        if (aborted || !(boolean) RUNNING.getAcquire(this)) {
            return false;
        }
        aborted = true;
        return true;
    }

    /**
     * Holds the client back: the block that it is within ends, but it executes no other until {@link #release}. False if
     * somebody else does so. The client looks after it has taken a block, which is a fence: so either it sees this, or
     * this caller sees that block.
     */
    public boolean hold() {
        return HELD.compareAndSet(this, false, true);
    }

    public void release() {
        held = false;
    }

    public boolean held() {
        return held;
    }

    /** Begins to fill the empty slot; nobody takes blocks back until {@link #filled}. False if the client is stopped. */
    public boolean fill() {
        long seen = word;
        return (seen & (FILLING | STOP)) == 0 && left(seen) == 0 && WORD.compareAndSet(this, seen, seen + FILLING);
    }

    /** Ends filling with blocks [from, end). */
    public void filled(UnstartedRange blocks) {
        grant = blocks.grant();
        endBlock = blocks.end();
        intendedNs = blocks.intendedNs();
        long seen = word;
        WORD.setRelease(this, seen - FILLING + SERIAL + ((blocks.end() - blocks.from()) << LEFT));
    }

    /** Ends filling with nothing. */
    public void unfilled() {
        long seen = word;
        WORD.setRelease(this, seen - FILLING);
    }

    /** Takes back what is not started, and starts nothing from now on. */
    @Nullable
    public UnstartedRange stop() {
        while (true) {
            long seen = settled();
            UnstartedRange left = new UnstartedRange(grant, endBlock - left(seen), endBlock, intendedNs);
            boolean takes = left(seen) > 0;
            long next = (takes ? seen & ~((long) MAX_BLOCKS << LEFT) : seen) | STOP;
            if (WORD.compareAndSet(this, seen, next)) {
                return takes ? left : null;
            }
        }
    }

    /** Filling takes less than a microsecond, unless its thread loses its core. */
    private long settled() {
        long seen = word;
        while ((seen & FILLING) != 0) {
            Pause.giveWay();
            seen = word;
        }
        return seen;
    }
}

package muster.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that one client may start, and whether it is within one. All of it is one word that is changed by
 * compare-and-set, so that starting a block, taking blocks back, stopping the client and aborting it exclude each other
 * for less than ten nanoseconds a step. The word: state (2 bits), stop (1), blocks left (24), a serial number.
 */
final class Slot {
    static final int MOST_BLOCKS = (1 << 24) - 1;

    private static final VarHandle WORD = word(MethodHandles.lookup());
    private static final long STATE = 3;
    private static final long IDLE = 0;
    private static final long RUNNING = 1;
    private static final long ABORTED = 2;
    private static final long FILLING = 3;
    private static final long STOP = 4;
    private static final int LEFT = 3;
    private static final long SERIAL = 1L << 27;
    private static final LeaseGrant NOTHING = new LeaseGrant(-1, 0, 0, 1, 0);

    private volatile long word;
    /** These three change only while the slot is being filled; the serial number tells a reader that they did. */
    private LeaseGrant grant = NOTHING;

    private long endBlock;
    private long intendedNs;

    private static VarHandle word(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(Slot.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    boolean stopped() {
        return (word & STOP) != 0;
    }

    boolean aborted() {
        return (word & STATE) == ABORTED;
    }

    /** Blocks that may still be started. */
    int left() {
        return left(word);
    }

    static int left(long word) {
        return (int) (word >>> LEFT) & MOST_BLOCKS;
    }

    /** The word to give to {@link #take}: that fails if the slot was changed in between. */
    long peek() {
        return word;
    }

    LeaseGrant grant() {
        return grant;
    }

    /** The block that is to be started next. */
    long block(long peeked) {
        return endBlock - left(peeked);
    }

    long intendedNs() {
        return intendedNs;
    }

    /** Starts the next block, unless it was taken back or the client was stopped. */
    boolean take(long peeked) {
        return (peeked & STOP) == 0
                && left(peeked) > 0
                && WORD.compareAndSet(this, peeked, peeked - (1L << LEFT) + RUNNING);
    }

    /** Ends the block; false if it was aborted and recorded as such. */
    boolean finish() {
        while (true) {
            long seen = word;
            if ((seen & STATE) == ABORTED) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, (seen & ~STATE) + SERIAL)) {
                return true;
            }
        }
    }

    /** Marks the block as aborted, if there is one: then it is the caller who records it. */
    boolean abort() {
        while (true) {
            long seen = word;
            if ((seen & STATE) != RUNNING) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen - RUNNING + ABORTED)) {
                return true;
            }
        }
    }

    /** Begins to fill the empty slot; nobody takes blocks back until {@link #filled}. False if the client is stopped. */
    boolean fill() {
        long seen = word;
        return (seen & (STATE | STOP)) == IDLE && left(seen) == 0 && WORD.compareAndSet(this, seen, seen + FILLING);
    }

    /** Ends filling with blocks [from, end). */
    void filled(Remainder blocks) {
        grant = blocks.grant();
        endBlock = blocks.end();
        intendedNs = blocks.intendedNs();
        long seen = word;
        WORD.setRelease(this, seen - FILLING + SERIAL + ((blocks.end() - blocks.from()) << LEFT));
    }

    /** Ends filling with nothing. */
    void unfilled() {
        long seen = word;
        WORD.setRelease(this, seen - FILLING);
    }

    /** Takes back what is not started, if it is of such a lease. */
    @Nullable
    Remainder takeBack(Predicate<LeaseGrant> which) {
        return change(which, 0);
    }

    /** As {@link #takeBack} of everything, and nothing is started from now on. */
    @Nullable
    Remainder stop() {
        return change(any -> true, STOP);
    }

    private @Nullable Remainder change(Predicate<LeaseGrant> which, long flag) {
        while (true) {
            long seen = settled();
            Remainder left = new Remainder(grant, endBlock - left(seen), endBlock, intendedNs);
            boolean takes = left(seen) > 0 && which.test(left.grant());
            long next = (takes ? seen & ~((long) MOST_BLOCKS << LEFT) : seen) | flag;
            if (WORD.compareAndSet(this, seen, next)) {
                return takes ? left : null;
            }
        }
    }

    /** Filling takes less than a microsecond, unless its thread loses its core. */
    private long settled() {
        long seen = word;
        while ((seen & STATE) == FILLING) {
            Pause.giveWay();
            seen = word;
        }
        return seen;
    }
}

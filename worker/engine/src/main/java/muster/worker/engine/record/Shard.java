package muster.worker.engine.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.lease.ClientSlot;
import muster.worker.engine.time.PhaseClock;

/**
 * One of the places where clients record. Its lock is held for some tens of nanoseconds, by a thread that never blocks
 * meanwhile, so that waiting for it by trying again is cheaper than parking.
 */
final class Shard {
    private static final VarHandle LOCK = MethodHandles.arrayElementVarHandle(int[].class);
    /** The lock stands in the middle of an array that fills its cache lines: a neighbour's lock never slows this one. */
    private static final int AT = 32;

    private final int[] lock = new int[2 * AT];

    private final PhaseClock clock;
    private final RecordingPool pool;
    private final List<Recording> earlier = new ArrayList<>();
    private Recording current;
    private long completed;

    Shard(PhaseClock clock, RecordingPool pool) {
        this.clock = clock;
        this.pool = pool;
        this.current = pool.take();
    }

    boolean tryLock() {
        return (int) LOCK.getOpaque(lock, AT) == 0 && LOCK.compareAndSet(lock, AT, 0, 1);
    }

    void unlock() {
        LOCK.setRelease(lock, AT, 0);
    }

    /** Ends and records a block under the lock, as one step; false if it was aborted, and recorded as that. */
    boolean add(Execution done, ClientSlot slot) {
        boolean ended = slot.end();
        if (ended) {
            add(done);
        }
        return ended;
    }

    /** Records under the lock, in the interval in which the block was completed. */
    void add(Execution done) {
        Recording recording = current;
        if (!recording.holds(done.endNs())) {
            recording = other(done.endNs());
        }
        recording.add(done);
        completed += done.size();
    }

    /** Takes, under the lock, all that was recorded in intervals that ended by then. */
    void collect(long untilNs, List<Recording> into) {
        if (current.endNs() <= untilNs && current.endNs() > 0) {
            into.add(current);
            current = pool.take();
        }
        for (Iterator<Recording> each = earlier.iterator(); each.hasNext(); ) {
            Recording recording = each.next();
            if (recording.endNs() <= untilNs) {
                each.remove();
                into.add(recording);
            }
        }
    }

    /** Positions recorded since the start; under the lock. */
    long completed() {
        return completed;
    }

    /**
     * A thread that was held up between reading the clock and recording brings a sample of an earlier interval. If
     * that one is handed over already, the sample opens a second part of it.
     */
    private Recording other(long atNs) {
        for (Recording recording : earlier) {
            if (recording.holds(atNs)) {
                return recording;
            }
        }
        Recording opened = pool.take().open(clock.intervalStartNs(atNs), clock.intervalEndNs(atNs));
        if (opened.startNs() < current.startNs()) {
            earlier.add(opened);
        } else {
            replaceCurrent(opened);
        }
        return opened;
    }

    private void replaceCurrent(Recording next) {
        if (current.endNs() > 0) {
            earlier.add(current);
        }
        current = next;
    }
}

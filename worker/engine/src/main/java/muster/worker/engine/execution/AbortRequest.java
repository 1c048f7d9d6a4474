package muster.worker.engine.execution;

import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.time.PhaseClock;

/** Which block of a client a person wants ended, and which one was. Set by a thread that holds the client back. */
public final class AbortRequest {
    static final String MESSAGE = "ended by request";

    private static final long NONE = -1;

    private volatile long wanted = NONE;
    private volatile long done = NONE;

    /** From now on a failure of the block with this first index is an abort. */
    public void make(long index) {
        wanted = index;
    }

    /** The block could not be ended: a failure has another reason. */
    public void withdraw() {
        wanted = NONE;
    }

    boolean isFor(long index) {
        return wanted == index;
    }

    /** Sleeps until this time, or until the block is to end or its client is interrupted; returns the time now. */
    long sleep(PhaseClock clock, long untilNs, long index) {
        long nowNs = clock.nowNs();
        while (nowNs < untilNs && !isFor(index) && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, untilNs - nowNs);
            nowNs = clock.nowNs();
        }
        return nowNs;
    }

    void done(long index) {
        done = index;
    }

    /** Whether the block has ended as aborted. */
    public boolean isDone(long index) {
        return done == index;
    }
}

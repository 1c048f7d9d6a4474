package muster.worker.agent.meter;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import muster.worker.engine.time.RecentMaximum;

/**
 * Measures how late a client would start. A platform thread wakes every 10 ms and starts a virtual thread, which the same
 * scheduler runs that runs the clients. Each one is late by what it waits for a core and for a carrier. Each is due at a
 * fixed time, so after a stall all that were due in it are counted, each with its own delay; one that has not run yet is
 * late by the time it has waited so far.
 */
final class Canary implements AutoCloseable {
    private static final long PERIOD_NS = 10_000_000;
    /** Where all cores are busy a thread may wait some milliseconds for one: that is no hiccup. */
    private static final long MIN_HICCUP_NS = 20_000_000;

    private static final long MS = 1_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final RecentMaximum hiccups = new RecentMaximum();
    private final Thread timer;
    private volatile boolean closed;
    // Guarded by the lock. Sums of times wrap around; their differences do not.
    private long due;
    private long dueSumNs;
    private long ran;
    private long ranSumNs;
    private long over1ms;
    private long over10ms;
    private long over100ms;
    private long timerLateNs;
    private long hiccupNs;

    Canary() {
        timer = Thread.ofPlatform().name("muster-canary").daemon(true).start(this::watch);
    }

    /**
     * Sums since the process started; {@code hiccupMaxNs} is the longest of this second and the one before.
     *
     * @param lateNs delay of all that were due
     * @param samples how many were due
     * @param timerLateNs the part of {@code lateNs} before the platform thread ran
     * @param hiccupNs delays of the platform thread beyond 20 ms: the process stood still
     */
    record Reading(
            long lateNs,
            long samples,
            long over1ms,
            long over10ms,
            long over100ms,
            long timerLateNs,
            long hiccupNs,
            long hiccupMaxNs) {}

    private void watch() {
        long dueNs = System.nanoTime();
        while (!closed) {
            dueNs += PERIOD_NS;
            sleepUntil(dueNs);
            long nowNs = System.nanoTime();
            hiccup(nowNs, nowNs - dueNs);
            issue(dueNs, nowNs);
            for (; nowNs - dueNs >= PERIOD_NS; issue(dueNs, nowNs)) {
                dueNs += PERIOD_NS;
            }
        }
    }

    private void sleepUntil(long untilNs) {
        long leftNs = untilNs - System.nanoTime();
        while (leftNs > 0 && !closed) {
            LockSupport.parkNanos(this, leftNs);
            leftNs = untilNs - System.nanoTime();
        }
    }

    private void hiccup(long nowNs, long lateNs) {
        hiccups.record(nowNs, lateNs);
        lock.lock();
        try {
            hiccupNs += lateNs > MIN_HICCUP_NS ? lateNs : 0;
        } finally {
            lock.unlock();
        }
    }

    private void issue(long dueNs, long nowNs) {
        lock.lock();
        try {
            due++;
            dueSumNs += dueNs;
            timerLateNs += nowNs - dueNs;
        } finally {
            lock.unlock();
        }
        Thread.startVirtualThread(() -> arrive(dueNs));
    }

    private void arrive(long dueNs) {
        long nowNs = System.nanoTime();
        long lateNs = nowNs - dueNs;
        lock.lock();
        try {
            ran++;
            ranSumNs += nowNs;
            over1ms += lateNs > MS ? 1 : 0;
            over10ms += lateNs > 10 * MS ? 1 : 0;
            over100ms += lateNs > 100 * MS ? 1 : 0;
        } finally {
            lock.unlock();
        }
    }

    Reading read() {
        lock.lock();
        try {
            long nowNs = System.nanoTime();
            long waitingSumNs = (due - ran) * nowNs;
            return new Reading(
                    ranSumNs + waitingSumNs - dueSumNs,
                    due,
                    over1ms,
                    over10ms,
                    over100ms,
                    timerLateNs,
                    hiccupNs,
                    hiccups.at(nowNs));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(timer);
    }
}

package muster.worker.engine.time;

/**
 * The largest value of this second and the one before. Reading changes nothing, as heartbeats, snapshots and the
 * decision whether a heartbeat is due all read it. Any thread.
 */
public final class RecentMaximum {
    private static final long SECOND_NS = 1_000_000_000;

    private long second = Long.MIN_VALUE;
    private long most;
    private long mostBefore;

    public synchronized void record(long nowNs, long value) {
        turnTo(nowNs);
        most = Math.max(most, value);
    }

    /** 0 if there was none. */
    public synchronized long at(long nowNs) {
        turnTo(nowNs);
        return Math.max(most, mostBefore);
    }

    /** A thread may have read the clock, and waited while others went on: the second never goes back. */
    private void turnTo(long nowNs) {
        long now = Math.floorDiv(nowNs, SECOND_NS);
        if (now > second) {
            mostBefore = now == second + 1 ? most : 0;
            most = 0;
            second = now;
        }
    }
}

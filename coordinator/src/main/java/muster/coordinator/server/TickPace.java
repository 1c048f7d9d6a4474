package muster.coordinator.server;

/**
 * When the coordinator's thread ticks: a tick looks at each worker, so with thousands there are fewer, that all of them take
 * little of the thread. One thread uses it.
 */
final class TickPace {
    static final int MIN_MS = 50;
    /** Arrivals of the open model are given out half a second ahead. */
    private static final int MAX_MS = 200;

    private static final int TICKS_TAKE_ONE_IN = 32;

    private long nextNs;

    /** Of a thread that begins now. */
    TickPace(long nowNs) {
        nextNs = nowNs;
    }

    boolean isDue(long nowNs) {
        return nowNs - nextNs >= 0;
    }

    /** A tick has ended that began then. */
    void ticked(long beganNs, long nowNs) {
        long restNs = TICKS_TAKE_ONE_IN * (nowNs - beganNs);
        nextNs = beganNs + Math.clamp(restNs, MIN_MS * 1_000_000L, MAX_MS * 1_000_000L);
    }
}

package muster.simulator;

/**
 * The wall clock of the coordinator's machine, which drifts and is set every few seconds: by seconds, hours and 30 days,
 * forwards and backwards. The coordinator's own clock is begun with it, and goes on as it was for a run that another
 * incarnation takes up.
 */
final class WallClock {
    private static final long SET_EACH_NS = 4 * Faults.S;
    private static final long DRIFT_PPM = 500;
    private static final long HOUR_S = 3_600;
    private static final long DAYS_S = 30 * 24 * HOUR_S;
    private static final long[] STEPS_S = {3, -2 * HOUR_S, DAYS_S, -7, 5 * HOUR_S, -2 * DAYS_S, 1, DAYS_S, -3 * HOUR_S};

    private final Timeline time;
    private final int first;
    private long steadyOffsetNs;

    /** @param first with which of its steps it begins */
    WallClock(Timeline time, int first) {
        this.time = time;
        this.first = first;
    }

    /** Unix nanoseconds, as whoever asks now is told. */
    long nowNs() {
        long elapsedNs = time.nowNs() - Timeline.BEGIN_NS;
        long nowNs = time.nowNs() + 100 * DAYS_S * Faults.S + elapsedNs / 1_000_000 * DRIFT_PPM;
        for (long i = 0; i < elapsedNs / SET_EACH_NS; i++) {
            nowNs += STEPS_S[(int) ((first + i) % STEPS_S.length)] * Faults.S;
        }
        return nowNs;
    }

    /** A coordinator begins that has no run to go on with. */
    void begin() {
        steadyOffsetNs = nowNs() - time.nowNs();
    }

    /** The coordinator's clock. */
    long steadyNs() {
        return time.nowNs() + steadyOffsetNs;
    }
}

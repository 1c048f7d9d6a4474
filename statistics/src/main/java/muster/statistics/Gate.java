package muster.statistics;

/** What a gate on a ratio came to. It passes or fails on an interval only; nothing else decides (docs/semantics.md rule 26). */
public enum Gate {
    /** All of the interval is on the good side of the limit. */
    PASSED,
    /** The limit is in the interval, there is no interval, or there are too few repetitions. */
    UNDECIDED,
    /** All of the interval is on the bad side of the limit. */
    FAILED;

    /** With fewer trials, restarts or pairs a side nothing shows how one differs from the next. */
    public static final int MIN_TRIALS = 3;

    /** How many trials at the start the answer of a sweep leaves out, as they meet a cold server: one, if enough are left. */
    public static int coldTrials(int trials) {
        return trials > MIN_TRIALS ? 1 : 0;
    }

    /** Fails above the limit. */
    public static Gate atMost(double limit, Interval ratio) {
        if (!ratio.bounded()) {
            return UNDECIDED;
        }
        return ratio.low() > limit ? FAILED : ratio.high() <= limit ? PASSED : UNDECIDED;
    }

    /** Fails below the limit. */
    public static Gate atLeast(double limit, Interval ratio) {
        if (!ratio.bounded()) {
            return UNDECIDED;
        }
        return ratio.high() < limit ? FAILED : ratio.low() >= limit ? PASSED : UNDECIDED;
    }
}

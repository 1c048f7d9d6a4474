package muster.worker.engine.time;

/**
 * The coordinator's clock as this worker sees it in one phase, and the bounds of the phase. All times within the engine
 * are nanoseconds of this clock, so that nothing needs to be converted later.
 */
public final class PhaseClock {
    public static final long SECOND_NS = 1_000_000_000;

    private final long offsetNs;
    private final TurnGate turns;
    private final long restedBeforeNs;
    private final long intervalNs;
    private volatile long startNs = Long.MAX_VALUE;
    private volatile long endNs = Long.MAX_VALUE;

    public PhaseClock(long offsetNs) {
        this(offsetNs, new TurnGate());
    }

    /** A clock that stands still while it is another arm's turn. */
    public PhaseClock(long offsetNs, TurnGate turns) {
        this(offsetNs, turns, SECOND_NS);
    }

    /** @param intervalNs how long intervals are: a second, or a part of it */
    public PhaseClock(long offsetNs, TurnGate turns, long intervalNs) {
        this.intervalNs = intervalNs;
        this.offsetNs = offsetNs;
        this.turns = turns;
        this.restedBeforeNs = turns.restedNs();
    }

    public long nowNs() {
        return at(System.nanoTime());
    }

    /** What this clock showed when System.nanoTime() was this. */
    public long at(long nanoTime) {
        return nanoTime + offsetNs - (turns.restedNs() - restedBeforeNs);
    }

    /** An end of 0 means none. */
    public void bound(long fromNs, long toNs) {
        endNs = toNs == 0 ? Long.MAX_VALUE : toNs;
        startNs = fromNs;
    }

    /** Long.MAX_VALUE until it is known. */
    public long startNs() {
        return startNs;
    }

    /** Nothing starts at or after this; Long.MAX_VALUE if there is no end. */
    public long endNs() {
        return endNs;
    }

    /** Start of the interval that holds this time: a whole second or part of one, the start or the end of the phase. */
    public long intervalStartNs(long atNs) {
        long wholeNs = atNs - Math.floorMod(atNs, intervalNs);
        if (atNs >= endNs) {
            return Math.max(wholeNs, endNs);
        }
        return atNs >= startNs ? Math.max(wholeNs, startNs) : wholeNs;
    }

    /** End of the interval that holds this time. What is drained after the end of the phase has intervals of its own. */
    public long intervalEndNs(long atNs) {
        long nextNs = atNs - Math.floorMod(atNs, intervalNs) + intervalNs;
        return atNs < endNs ? Math.min(nextNs, endNs) : nextNs;
    }
}

package muster.worker.engine.time;

import muster.workloads.plan.turns.ArmTurns;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's clock as this worker sees it in one phase, and the bounds of the phase. All times within the engine
 * are nanoseconds of this clock, so that nothing needs to be converted later.
 */
public final class PhaseClock {
    public static final long SECOND_NS = 1_000_000_000;

    private final long offsetNs;
    private final TurnGate turns;
    /** Whose edges end intervals, too; null where the load takes no turns. */
    private final @Nullable ArmTurns arm;

    private final long restedBeforeNs;
    private final long intervalNs;
    private volatile long startNs = Long.MAX_VALUE;
    private volatile long endNs = Long.MAX_VALUE;

    public PhaseClock(long offsetNs) {
        this(offsetNs, new TurnGate());
    }

    /** A clock that stands still while it is another arm's turn. */
    public PhaseClock(long offsetNs, TurnGate turns) {
        this(offsetNs, turns, SECOND_NS, null);
    }

    /**
     * A clock of a load.
     *
     * @param intervalNs how long intervals are: a second, or a part of it
     * @param arm whose turns it takes; null for none
     */
    public PhaseClock(long offsetNs, TurnGate turns, long intervalNs, @Nullable ArmTurns arm) {
        this.arm = arm;
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

    public boolean takesTurns() {
        return arm != null;
    }

    /** When operations may start that are meant to start then: then, or when the load has its next turn. */
    public long inTurn(long atNs) {
        return arm == null
                ? atNs
                : Math.max(atNs, startNs + arm.next(atNs - startNs).startNs());
    }

    /** When the turn ends that holds this time, or the next one; Long.MAX_VALUE where the load takes none. */
    public long turnEndNs(long atNs) {
        return arm == null ? Long.MAX_VALUE : startNs + arm.next(atNs - startNs).toNs();
    }

    /** The time since the start of the phase in which the load had its turns. */
    public long onNs(long atNs) {
        return arm == null ? atNs : arm.onNs(atNs - startNs);
    }

    /** Whether the load takes turns and another one has its own now. */
    public boolean resting(long atNs) {
        return arm != null && inTurn(atNs) > atNs;
    }

    /**
     * Start of the interval that holds this time: a whole second or part of one, the start or the end of the phase, or an edge of a
     * turn.
     */
    public long intervalStartNs(long atNs) {
        long wholeNs = atNs - Math.floorMod(atNs, intervalNs);
        if (atNs >= endNs) {
            return Math.max(wholeNs, endNs);
        }
        return atNs >= startNs ? Math.max(wholeNs, startNs + edgeNs(atNs)) : wholeNs;
    }

    private long edgeNs(long atNs) {
        return arm == null ? 0 : arm.edgeNs(atNs - startNs);
    }

    /** End of the interval that holds this time. What is drained after the end of the phase has intervals of its own. */
    public long intervalEndNs(long atNs) {
        long nextNs = atNs - Math.floorMod(atNs, intervalNs) + intervalNs;
        if (atNs >= endNs) {
            return nextNs;
        }
        long wholeNs = Math.min(nextNs, endNs);
        return arm == null || atNs < startNs ? wholeNs : Math.min(wholeNs, startNs + arm.nextEdgeNs(atNs - startNs));
    }
}

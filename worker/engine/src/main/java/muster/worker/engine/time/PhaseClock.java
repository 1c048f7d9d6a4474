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
    private final @Nullable ArmTurns arm;
    /** Whose edges end intervals, too; null where the load takes no turns, or those of a run, whose snapshots are as many as ever. */
    private final @Nullable ArmTurns edges;

    private final long intervalNs;
    private volatile long startNs = Long.MAX_VALUE;
    private volatile long endNs = Long.MAX_VALUE;
    private volatile long originNs;

    public PhaseClock(long offsetNs) {
        this(offsetNs, SECOND_NS, null);
    }

    /**
     * A clock of a load.
     *
     * @param intervalNs how long intervals are: a second, or a part of it
     * @param arm whose turns it takes; null for none
     */
    public PhaseClock(long offsetNs, long intervalNs, @Nullable ArmTurns arm) {
        this.arm = arm;
        this.edges = arm != null && arm.endsIntervals() ? arm : null;
        this.intervalNs = intervalNs;
        this.offsetNs = offsetNs;
        this.originNs = arm == null ? 0 : arm.originNs(Long.MAX_VALUE);
    }

    public long nowNs() {
        return at(System.nanoTime());
    }

    /** What this clock showed when System.nanoTime() was this. */
    public long at(long nanoTime) {
        return nanoTime + offsetNs;
    }

    /**
     * Tells when operations may start.
     *
     * @param toNs 0 for no end
     * @param phaseFromNs when the phase began, and with it its turns, whenever this worker came
     */
    public void bound(long fromNs, long toNs, long phaseFromNs) {
        endNs = toNs == 0 ? Long.MAX_VALUE : toNs;
        originNs = arm == null ? 0 : arm.originNs(phaseFromNs);
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
                : Math.max(atNs, originNs + arm.next(atNs - originNs).startNs());
    }

    /** When the turn ends that holds this time, or the next one; Long.MAX_VALUE where the load takes none. */
    public long turnEndNs(long atNs) {
        return arm == null
                ? Long.MAX_VALUE
                : originNs + arm.next(atNs - originNs).toNs();
    }

    /** A clock that stands still while it is another's turn. */
    public long onNs(long atNs) {
        return arm == null ? atNs : arm.onNs(atNs - originNs);
    }

    /** As {@link ArmTurns#mayReport}. */
    public boolean mayReport(long atNs) {
        return arm == null || arm.mayReport(atNs - originNs);
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
        return atNs >= startNs ? Math.max(wholeNs, Math.max(startNs, edgeNs(atNs))) : wholeNs;
    }

    private long edgeNs(long atNs) {
        return edges == null ? startNs : originNs + edges.edgeNs(atNs - originNs);
    }

    /** End of the interval that holds this time. What is drained after the end of the phase has intervals of its own. */
    public long intervalEndNs(long atNs) {
        long nextNs = atNs - Math.floorMod(atNs, intervalNs) + intervalNs;
        if (atNs >= endNs) {
            return nextNs;
        }
        long wholeNs = Math.min(nextNs, endNs);
        return edges == null || atNs < startNs
                ? wholeNs
                : Math.min(wholeNs, originNs + edges.nextEdgeNs(atNs - originNs));
    }
}

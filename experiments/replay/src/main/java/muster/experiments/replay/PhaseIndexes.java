package muster.experiments.replay;

import java.util.BitSet;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.language.PlanException;

/**
 * Which operations of a phase are recorded.
 *
 * @param indexes at least one
 */
record PhaseIndexes(ExecutedPhase phase, BitSet indexes) {

    /**
     * Those that a plan asks for.
     *
     * @param bound operations of a closed phase that ends by its duration; 0 if that is not set
     */
    static PhaseIndexes planned(ExecutedPhase phase, long bound) {
        BitSet indexes = new BitSet();
        indexes.set(0, count(phase, bound));
        return new PhaseIndexes(phase, indexes);
    }

    private static int count(ExecutedPhase phase, long bound) {
        ArrivalSchedule arrivals = phase.arrivals();
        long count = phase.planned() >= 0
                ? phase.planned()
                : arrivals == null ? bound : before(phase.spec().durationNs(), arrivals);
        if (count == 0) {
            throw new PlanException(
                    "phase " + phase.name() + " ends by its duration, so its number of operations is not known:"
                            + " record a run of the plan (FILE:RUN), or add --operations N");
        }
        if (count > Integer.MAX_VALUE) {
            throw new PlanException("phase " + phase.name() + ": " + count + " operations; at most " + Integer.MAX_VALUE
                    + " can be recorded");
        }
        return (int) count;
    }

    /** How many arrivals are before the end. */
    private static long before(long durationNs, ArrivalSchedule arrivals) {
        long index = 0;
        for (long ns = arrivals.first(); ns < durationNs && index <= Integer.MAX_VALUE; index++) {
            ns = arrivals.timeNs(index, ns, index + 1);
        }
        return index;
    }
}

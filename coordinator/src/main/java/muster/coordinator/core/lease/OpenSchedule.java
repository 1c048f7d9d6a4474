package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.ArrivalSchedule;

/**
 * The arrivals of an open phase, cut into windows of a quarter second. A window is granted as a whole, interleaved
 * among the members of that moment, so that a join or leave only concerns indexes beyond all grants.
 */
final class OpenSchedule {
    static final long WINDOW_NS = 250_000_000;

    private final ArrivalSchedule arrivals;
    private final int block;
    private final long durationNs;
    private final long limit;
    private long windowEndNs;
    private long nextIndex;
    private long nextNs;

    /** @param durationNs 0 if {@code limit} bounds the phase */
    OpenSchedule(ArrivalSchedule arrivals, int block, long durationNs, long limit) {
        this.arrivals = arrivals;
        this.block = block;
        this.durationNs = durationNs;
        this.limit = limit;
        this.nextNs = arrivals.first();
    }

    /** A run of arrivals: the intended starts of its first blocks, relative to the start of the phase. */
    record Window(long first, long count, List<Long> blockStartsNs) {}

    /** The next window that is not empty. */
    Window next(int members) {
        long first = nextIndex;
        List<Long> starts = new ArrayList<>();
        while (nextIndex == first && !exhausted()) {
            windowEndNs += WINDOW_NS;
            advance(first, members, starts);
        }
        return new Window(first, nextIndex - first, starts);
    }

    private void advance(long first, int members, List<Long> starts) {
        while ((nextNs < windowEndNs || (nextIndex - first) % block != 0) && !exhausted()) {
            if ((nextIndex - first) % block == 0 && starts.size() < members) {
                starts.add(nextNs);
            }
            nextNs = arrivals.timeNs(nextIndex, nextNs, nextIndex + 1);
            nextIndex++;
        }
    }

    /** t(index), wherever the windows are: for arrivals that are granted a second time. */
    long timeNs(long index) {
        return arrivals.timeNs(0, arrivals.first(), index);
    }

    boolean exhausted() {
        return nextIndex >= limit || (durationNs > 0 && nextNs >= durationNs);
    }

    /** Where the windows given out so far end, relative to the start of the phase. */
    long givenUntilNs() {
        return windowEndNs;
    }

    /** How many arrivals the phase has in all: t(i) &lt; duration. */
    long planned() {
        while (!exhausted()) {
            nextNs = arrivals.timeNs(nextIndex, nextNs, nextIndex + 1);
            nextIndex++;
        }
        return nextIndex;
    }
}

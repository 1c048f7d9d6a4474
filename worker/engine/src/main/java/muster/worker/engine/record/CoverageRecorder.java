package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.worker.engine.record.Interval.Covered;

/**
 * The positions that one interval covers, in the order of their completion: runs of (lease, first position and length
 * in one word). Consecutive completions lengthen the last run; sorting and joining wait for the hand-over.
 */
public final class CoverageRecorder {
    private static final int LENGTH_BITS = 24;
    private static final long LENGTH_MASK = (1L << LENGTH_BITS) - 1;
    private static final int MIN_LIMIT = 1 << 20;

    private long[] runs = new long[128];
    private int size;
    private int limit = MIN_LIMIT;
    private long lastLease;
    private long lastEnd = -1;
    private long positions;

    void add(long lease, long position, int length) {
        positions += length;
        if (position == lastEnd && lease == lastLease && (runs[size - 1] & LENGTH_MASK) + length <= LENGTH_MASK) {
            runs[size - 1] += length;
        } else {
            append(lease, position << LENGTH_BITS | length);
        }
        lastLease = lease;
        lastEnd = position + length;
    }

    /** How many positions there are. */
    long positions() {
        return positions;
    }

    public void addAll(CoverageRecorder other) {
        for (int at = 0; at < other.size; at += 2) {
            append(other.runs[at], other.runs[at + 1]);
        }
        positions += other.positions;
        lastEnd = -1;
    }

    /** Positions [from, end) of a lease, however many. */
    public void addAll(long lease, long from, long end) {
        long at = from;
        while (at < end) {
            int length = (int) Math.min(end - at, LENGTH_MASK);
            add(lease, at, length);
            at += length;
        }
    }

    void clear() {
        size = 0;
        lastEnd = -1;
        positions = 0;
    }

    private void append(long lease, long run) {
        if (size == limit) {
            compact();
        }
        if (size == runs.length) {
            runs = Arrays.copyOf(runs, 2 * size);
        }
        runs[size] = lease;
        runs[size + 1] = run;
        size += 2;
    }

    /** Joins what can be joined when there are many runs; where that gains little, the next time is later. */
    private void compact() {
        sortAndJoin();
        limit = Math.max(MIN_LIMIT, 2 * size);
    }

    private void sortAndJoin() {
        runs = RunLengthSorter.sort(runs, size);
        int joined = 0;
        for (int at = 2; at < size; at += 2) {
            if (touches(joined, at)) {
                runs[joined + 1] += runs[at + 1] & LENGTH_MASK;
            } else {
                joined += 2;
                runs[joined] = runs[at];
                runs[joined + 1] = runs[at + 1];
            }
        }
        size = Math.min(size, joined + 2);
        lastEnd = -1;
    }

    private boolean touches(int earlier, int later) {
        if (runs[earlier] != runs[later]) {
            return false;
        }
        if (start(later) < end(earlier)) {
            throw new IllegalStateException(
                    "position " + start(later) + " of lease " + runs[later] + " is covered twice");
        }
        return start(later) == end(earlier)
                && (runs[earlier + 1] & LENGTH_MASK) + (runs[later + 1] & LENGTH_MASK) <= LENGTH_MASK;
    }

    private long start(int at) {
        return runs[at + 1] >>> LENGTH_BITS;
    }

    private long end(int at) {
        return start(at) + (runs[at + 1] & LENGTH_MASK);
    }

    /** Sorted by lease; throws if a position was covered twice. */
    public List<Covered> covered() {
        sortAndJoin();
        List<Covered> covered = new ArrayList<>();
        int from = 0;
        for (int at = 2; at <= size; at += 2) {
            if (at == size || runs[at] != runs[from]) {
                covered.add(covered(from, at));
                from = at;
            }
        }
        return covered;
    }

    private Covered covered(int from, int until) {
        long[] skipsAndTakes = new long[until - from];
        long position = 0;
        for (int at = from; at < until; at += 2) {
            skipsAndTakes[at - from] = start(at) - position;
            skipsAndTakes[at - from + 1] = end(at) - start(at);
            position = end(at);
        }
        return new Covered(runs[from], skipsAndTakes);
    }
}

package muster.worker.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.worker.engine.Interval.Covered;

/**
 * The positions that one interval covers, in the order of their completion: runs of (lease, first position and length
 * in one word). Consecutive completions lengthen the last run; sorting and joining wait for the hand-over.
 */
final class Coverage {
    private static final int LENGTH_BITS = 24;
    private static final long LENGTH_MASK = (1L << LENGTH_BITS) - 1;
    private static final int LEAST_LIMIT = 1 << 17;

    private long[] runs = new long[128];
    private int size;
    private int limit = LEAST_LIMIT;
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

    void addAll(Coverage other) {
        for (int i = 0; i < other.size; i += 2) {
            append(other.runs[i], other.runs[i + 1]);
        }
        positions += other.positions;
        lastEnd = -1;
    }

    /** Positions [from, end) of a lease, however many. */
    void addAll(long lease, long from, long end) {
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
        Map<Long, Group> groups = groups();
        size = 0;
        for (Group group : groups.values()) {
            for (int i = 0; i < group.size; i++) {
                runs[size++] = group.lease;
                runs[size++] = group.runs[i];
            }
        }
        limit = Math.max(LEAST_LIMIT, 2 * size);
    }

    /** Sorted by lease; throws if a position was covered twice. */
    List<Covered> covered() {
        List<Covered> covered = new ArrayList<>();
        for (Group group : groups().values()) {
            covered.add(group.covered());
        }
        covered.sort(Comparator.comparingLong(Covered::lease));
        return covered;
    }

    private Map<Long, Group> groups() {
        Map<Long, Group> groups = new HashMap<>();
        Group group = null;
        for (int i = 0; i < size; i += 2) {
            if (group == null || group.lease != runs[i]) {
                group = groups.computeIfAbsent(runs[i], Group::new);
            }
            group.add(runs[i + 1]);
        }
        groups.values().forEach(Group::join);
        return groups;
    }

    /** The runs of one lease. */
    private static final class Group {
        final long lease;
        long[] runs = new long[4];
        int size;

        Group(long lease) {
            this.lease = lease;
        }

        void add(long run) {
            if (size == runs.length) {
                runs = Arrays.copyOf(runs, 2 * size);
            }
            runs[size++] = run;
        }

        void join() {
            Arrays.sort(runs, 0, size);
            int joined = 0;
            for (int i = 1; i < size; i++) {
                if (touches(runs[joined], runs[i])) {
                    runs[joined] += runs[i] & LENGTH_MASK;
                } else {
                    runs[++joined] = runs[i];
                }
            }
            size = Math.min(size, joined + 1);
        }

        private boolean touches(long earlier, long later) {
            long end = (earlier >>> LENGTH_BITS) + (earlier & LENGTH_MASK);
            long start = later >>> LENGTH_BITS;
            if (start < end) {
                throw new IllegalStateException("position " + start + " of lease " + lease + " is covered twice");
            }
            return start == end && (earlier & LENGTH_MASK) + (later & LENGTH_MASK) <= LENGTH_MASK;
        }

        Covered covered() {
            long[] skipsAndTakes = new long[2 * size];
            long end = 0;
            for (int i = 0; i < size; i++) {
                long start = runs[i] >>> LENGTH_BITS;
                skipsAndTakes[2 * i] = start - end;
                skipsAndTakes[2 * i + 1] = runs[i] & LENGTH_MASK;
                end = start + skipsAndTakes[2 * i + 1];
            }
            return new Covered(lease, skipsAndTakes);
        }
    }
}

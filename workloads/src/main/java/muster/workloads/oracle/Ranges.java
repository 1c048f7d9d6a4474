package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.function.LongConsumer;

/** A set of indexes as ascending ranges that do not overlap. */
public final class Ranges {
    public static final Ranges NONE = ofRuns(List.of());

    private final long[] starts;
    private final long[] ends;

    private Ranges(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /** Indexes [first, end). */
    public static Ranges of(long first, long end) {
        return new Ranges(new long[] {first}, new long[] {end});
    }

    /**
     * Skip, take, skip, take, ..., as messages have them.
     *
     * @throws IllegalArgumentException if a take is not positive, a skip is negative, or there is no take for a skip
     */
    public static Ranges ofRuns(List<Long> runs) {
        if (runs.size() % 2 != 0) {
            throw new IllegalArgumentException("runs end with a skip");
        }
        long[] starts = new long[runs.size() / 2];
        long[] ends = new long[starts.length];
        long at = 0;
        for (int i = 0; i < starts.length; i++) {
            long skip = runs.get(2 * i);
            long take = runs.get(2 * i + 1);
            if (skip < 0 || take <= 0 || at + skip < 0 || at + skip + take < 0) {
                throw new IllegalArgumentException("run " + i + ": skip " + skip + ", take " + take);
            }
            starts[i] = at + skip;
            at = starts[i] + take;
            ends[i] = at;
        }
        return new Ranges(starts, ends);
    }

    /** These indexes. */
    static Ranges of(SortedSet<Long> indexes) {
        return ofRuns(runs(indexes));
    }

    /** Indexes as skip, take, skip, take, ..., as messages have them. */
    public static List<Long> runs(SortedSet<Long> indexes) {
        List<Long> runs = new ArrayList<>();
        long end = 0;
        for (long index : indexes) {
            if (index == end && !runs.isEmpty()) {
                runs.set(runs.size() - 1, runs.getLast() + 1);
            } else {
                runs.add(index - end);
                runs.add(1L);
            }
            end = index + 1;
        }
        return runs;
    }

    /** Whether the index is one of them. */
    public boolean contains(long index) {
        int at = Arrays.binarySearch(starts, index);
        int range = at >= 0 ? at : -at - 2;
        return range >= 0 && index < ends[range];
    }

    long count() {
        return Arrays.stream(ends).sum() - Arrays.stream(starts).sum();
    }

    void forEach(LongConsumer action) {
        for (int range = 0; range < starts.length; range++) {
            for (long index = starts[range]; index < ends[range]; index++) {
                action.accept(index);
            }
        }
    }
}

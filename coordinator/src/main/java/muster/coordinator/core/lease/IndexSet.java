package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.IndexRange;

/** A set of indexes as disjoint ranges that never touch: its size in memory is the number of gaps, not of indexes. */
public final class IndexSet {
    private final TreeMap<Long, Long> ends = new TreeMap<>();
    private long size;

    /** Adds [first, first + count); returns how many of them were not there. */
    public long add(long first, long count) {
        if (count == 0) {
            return 0;
        }
        long start = first;
        long end = first + count;
        long before = size;
        Map.Entry<Long, Long> below = ends.floorEntry(start);
        if (below != null && below.getValue() >= start) {
            start = below.getKey();
        }
        end = Math.max(end, absorb(start, end));
        ends.put(start, end);
        size += end - start;
        return size - before;
    }

    /** Removes every range that starts in [start, end]; returns the largest end among them. */
    private long absorb(long start, long end) {
        long last = end;
        Map.Entry<Long, Long> next = ends.ceilingEntry(start);
        while (next != null && next.getKey() <= last) {
            last = Math.max(last, next.getValue());
            size -= next.getValue() - next.getKey();
            ends.remove(next.getKey());
            next = ends.ceilingEntry(start);
        }
        return last;
    }

    /** Removes what is there of [first, first + count); returns how many that were. */
    long remove(long first, long count) {
        if (count == 0) {
            return 0;
        }
        long end = first + count;
        long before = size;
        Map.Entry<Long, Long> range = ends.lowerEntry(end);
        while (range != null && range.getValue() > first) {
            cut(range.getKey(), range.getValue(), first, end);
            range = ends.lowerEntry(Math.min(end, range.getKey()));
        }
        return before - size;
    }

    private void cut(long start, long stop, long first, long end) {
        ends.remove(start);
        size -= stop - start;
        if (start < first) {
            ends.put(start, first);
            size += first - start;
        }
        if (stop > end) {
            ends.put(end, stop);
            size += stop - end;
        }
    }

    public boolean containsAll(long first, long count) {
        Map.Entry<Long, Long> range = ends.floorEntry(first);
        return count == 0 || (range != null && range.getValue() >= first + count);
    }

    /** Takes up to {@code most} indexes off the lowest range; null if the set is empty. */
    @org.jspecify.annotations.Nullable
    IndexRange takeFirst(long most) {
        Map.Entry<Long, Long> lowest = ends.firstEntry();
        if (lowest == null) {
            return null;
        }
        long count = Math.min(most, lowest.getValue() - lowest.getKey());
        remove(lowest.getKey(), count);
        return new IndexRange(lowest.getKey(), count, 1);
    }

    /** Removes what is there of [first, first + count), and returns it. */
    List<IndexRange> take(long first, long count) {
        List<IndexRange> found = common(first, count);
        found.forEach(range -> remove(range.first(), range.count()));
        return found;
    }

    /** What is there of [first, first + count). */
    List<IndexRange> common(long first, long count) {
        List<IndexRange> found = new ArrayList<>();
        long end = first + count;
        Long from = ends.floorKey(first);
        for (Map.Entry<Long, Long> range :
                ends.subMap(from == null ? first : from, true, end, false).entrySet()) {
            long start = Math.max(first, range.getKey());
            long stop = Math.min(end, range.getValue());
            if (start < stop) {
                found.add(new IndexRange(start, stop - start, 1));
            }
        }
        return found;
    }

    void clear() {
        ends.clear();
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long size() {
        return size;
    }

    /** How many ranges there are. */
    public int parts() {
        return ends.size();
    }

    /** As messages have it: skip, take, skip, take, ... */
    public List<Long> runs() {
        List<Long> runs = new ArrayList<>(2 * ends.size());
        long at = 0;
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            runs.add(range.getKey() - at);
            runs.add(range.getValue() - range.getKey());
            at = range.getValue();
        }
        return runs;
    }

    /** The one range, as runs, from the first index to the last. */
    public List<Long> whole() {
        if (isEmpty()) {
            return List.of();
        }
        IndexRange last = ranges().getLast();
        long first = ends.firstKey();
        return List.of(first, last.first() + last.count() - first);
    }

    List<IndexRange> ranges() {
        List<IndexRange> ranges = new ArrayList<>(ends.size());
        ends.forEach((start, end) -> ranges.add(new IndexRange(start, end - start, 1)));
        return ranges;
    }
}

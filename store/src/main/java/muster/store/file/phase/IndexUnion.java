package muster.store.file.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.IndexRange;

/**
 * A union of index ranges that knows how many distinct indexes it holds. Ranges that touch are one entry; what has
 * holes is a bitmap of 65,536 indexes until it is full. So an hour at a million a second costs a few kilobytes, and
 * interleaved leases of an open loop cost 8 KB for each part that is not complete yet.
 */
public final class IndexUnion {
    private static final int BITS = 16;
    private static final int CHUNK = 1 << BITS;

    /** First index to the index after the last, disjoint and not touching, in whole chunks. */
    private final TreeMap<Long, Long> full = new TreeMap<>();

    private final Map<Long, Chunk> partial = new HashMap<>();
    private long size;

    private static final class Chunk {
        final long[] words = new long[CHUNK / 64];
        int size;
    }

    /** Adds a range; returns how many of its indexes were not there yet. */
    long add(IndexRange range) {
        long before = size;
        if (range.stride() == 1 || range.count() == 1) {
            addDense(range.first(), range.first() + range.count());
        } else {
            for (long i = 0; i < range.count(); i++) {
                long index = range.first() + i * range.stride();
                addWithin(index, index + 1);
            }
        }
        return size - before;
    }

    long size() {
        return size;
    }

    /** Ascending, each index once, as few as there are with stride 1. */
    public List<IndexRange> ranges() {
        TreeMap<Long, Chunk> sorted = new TreeMap<>(partial);
        List<IndexRange> ranges = new ArrayList<>();
        sorted.forEach((chunk, bits) -> appendBits(ranges, chunk << BITS, bits.words));
        full.forEach((first, end) -> ranges.add(new IndexRange(first, end - first, 1)));
        ranges.sort((a, b) -> Long.compare(a.first(), b.first()));
        return joined(ranges);
    }

    private void addDense(long first, long end) {
        for (long at = first; at < end; ) {
            long next = Math.min(end, (at >> BITS << BITS) + CHUNK);
            addWithin(at, next);
            at = next;
        }
    }

    /** Both ends lie in one chunk. */
    private void addWithin(long first, long end) {
        long chunk = first >> BITS;
        if (isFull(chunk)) {
            return;
        }
        if (end - first == CHUNK && !partial.containsKey(chunk)) {
            size += CHUNK;
            fill(chunk);
            return;
        }
        Chunk bits = partial.computeIfAbsent(chunk, key -> new Chunk());
        size += set(bits, (int) (first & (CHUNK - 1)), (int) (end - first));
        if (bits.size == CHUNK) {
            partial.remove(chunk);
            fill(chunk);
        }
    }

    private boolean isFull(long chunk) {
        Map.Entry<Long, Long> at = full.floorEntry(chunk << BITS);
        return at != null && at.getValue() > chunk << BITS;
    }

    private void fill(long chunk) {
        long first = chunk << BITS;
        long end = first + CHUNK;
        Map.Entry<Long, Long> before = full.floorEntry(first);
        Long joinedEnd = full.remove(end);
        long start = before != null && before.getValue() == first ? before.getKey() : first;
        full.put(start, joinedEnd == null ? end : joinedEnd);
    }

    private static int set(Chunk chunk, int first, int count) {
        int before = chunk.size;
        for (int bit = first; bit < first + count; bit++) {
            long mask = 1L << bit;
            chunk.size += (chunk.words[bit >> 6] & mask) == 0 ? 1 : 0;
            chunk.words[bit >> 6] |= mask;
        }
        return chunk.size - before;
    }

    private static void appendBits(List<IndexRange> ranges, long base, long[] words) {
        int bit = next(words, 0, false);
        while (bit < CHUNK) {
            int end = next(words, bit, true);
            ranges.add(new IndexRange(base + bit, end - bit, 1));
            bit = next(words, end, false);
        }
    }

    /** The first bit from here that is clear, or that is set; CHUNK if there is none. */
    private static int next(long[] words, int from, boolean clear) {
        int bit = from;
        while (bit < CHUNK) {
            long word = (clear ? ~words[bit >> 6] : words[bit >> 6]) >>> bit;
            if (word != 0) {
                return Math.min(CHUNK, bit + Long.numberOfTrailingZeros(word));
            }
            bit = (bit | 63) + 1;
        }
        return CHUNK;
    }

    private static List<IndexRange> joined(List<IndexRange> sorted) {
        List<IndexRange> joined = new ArrayList<>();
        for (IndexRange range : sorted) {
            IndexRange last = joined.isEmpty() ? new IndexRange(-1, 0, 1) : joined.getLast();
            if (last.count() > 0 && last.first() + last.count() == range.first()) {
                joined.set(joined.size() - 1, new IndexRange(last.first(), last.count() + range.count(), 1));
            } else {
                joined.add(range);
            }
        }
        return joined;
    }
}

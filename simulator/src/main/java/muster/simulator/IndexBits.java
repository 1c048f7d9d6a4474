package muster.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.IndexRange;
import muster.model.StreamIndex;

/** A set of indexes of a phase, whose streams are far apart. */
final class IndexBits {
    private final Map<Integer, BitSet> streams = new TreeMap<>();

    /** False if it is in the set already. */
    boolean add(long index) {
        BitSet bits = streams.computeIfAbsent(StreamIndex.stream(index), stream -> new BitSet());
        int position = Math.toIntExact(StreamIndex.position(index));
        boolean fresh = !bits.get(position);
        bits.set(position);
        return fresh;
    }

    void addAll(IndexRange range) {
        for (long i = 0; i < range.count(); i++) {
            add(range.first() + i * range.stride());
        }
    }

    boolean has(long index) {
        BitSet bits = streams.get(StreamIndex.stream(index));
        return bits != null && bits.get(Math.toIntExact(StreamIndex.position(index)));
    }

    long size() {
        return streams.values().stream().mapToLong(BitSet::cardinality).sum();
    }

    long size(int stream) {
        return streams.getOrDefault(stream, new BitSet()).cardinality();
    }

    boolean intersects(IndexBits other) {
        return streams.entrySet().stream()
                .anyMatch(stream -> other.streams
                        .getOrDefault(stream.getKey(), new BitSet())
                        .intersects(stream.getValue()));
    }

    List<IndexRange> ranges() {
        List<IndexRange> ranges = new ArrayList<>();
        streams.forEach((stream, bits) -> {
            for (int first = bits.nextSetBit(0); first >= 0; ) {
                int end = bits.nextClearBit(first);
                ranges.add(new IndexRange(StreamIndex.first(stream) + first, (long) end - first, 1));
                first = bits.nextSetBit(end);
            }
        });
        return ranges;
    }
}

package muster.store.file.histogram;

import java.util.OptionalLong;

/**
 * Values in nanoseconds with HdrHistogram's resolution of 3 digits, and its definitions: a percentile is the highest
 * equivalent value at a rank that is rounded up. Immutable; 0 for everything when it is empty.
 */
public final class Distribution {
    private final ValueCounts counts;

    /** Takes the counts over; nobody else may change them. */
    public Distribution(ValueCounts counts) {
        this.counts = counts;
    }

    public long samples() {
        return counts.samples();
    }

    public long minNs() {
        Last min = new Last();
        counts.each((lowest, highest, count) -> {
            min.value = lowest;
            return false;
        });
        return min.value;
    }

    public long maxNs() {
        Last max = new Last();
        counts.each((lowest, highest, count) -> {
            max.value = highest;
            return true;
        });
        return max.value;
    }

    public double meanNs() {
        Last all = new Last();
        counts.each((lowest, highest, count) -> {
            all.sum += (lowest + (highest - lowest + 1) / 2) * (double) count;
            return true;
        });
        return samples() == 0 ? 0 : all.sum / samples();
    }

    /** The value at a percentile (99.9), or empty if there are too few samples to say (docs/semantics.md rule 12). */
    public OptionalLong percentileNs(double percentile) {
        if (samples() < PercentileRank.needed(percentile)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(rankedNs(percentile));
    }

    /** The value at a percentile, however few samples there are; 0 for none. */
    public long rankedNs(double percentile) {
        return valueAt(PercentileRank.rank(percentile, samples()), percentile == 0);
    }

    private long valueAt(long rank, boolean low) {
        Last found = new Last();
        counts.each((lowest, highest, count) -> {
            found.value = low ? lowest : highest;
            found.seen += count;
            return found.seen < rank;
        });
        return found.value;
    }

    private static final class Last {
        long value;
        long seen;
        double sum;
    }
}

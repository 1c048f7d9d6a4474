package muster.store.file.histogram;

/** The buckets of one decoded histogram that are not empty, ascending. The arrays never change. */
public final class DecodedHistogram {
    final int[] indexes;
    final long[] counts;
    public final long samples;

    DecodedHistogram(int[] indexes, long[] counts, long samples) {
        this.indexes = indexes;
        this.counts = counts;
        this.samples = samples;
    }

    /** How many are not empty. */
    public int buckets() {
        return indexes.length;
    }
}

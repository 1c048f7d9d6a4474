package muster.store;

/** The buckets of one decoded histogram that are not empty, ascending. Nobody changes the arrays. */
final class Decoded {
    final int[] indexes;
    final long[] counts;
    final long samples;

    Decoded(int[] indexes, long[] counts, long samples) {
        this.indexes = indexes;
        this.counts = counts;
        this.samples = samples;
    }
}

package muster.workloads.operation;

import muster.workloads.random.Mix;

/**
 * A hash of (id, bits of the vector), the same in every language. The sum of those of all rows is a checksum of a stream
 * that depends neither on the order of rows nor on how they are divided into partitions. All arithmetic is on 64 bits that
 * wrap; the inner sum has no dependence between its terms, so that arrays can be summed at the speed of memory.
 */
public final class RowHash {
    private final long[] weights;

    /**
     * Hashes rows of this many dimensions.
     *
     * @param dimension floats in a vector
     */
    public RowHash(int dimension) {
        weights = new long[dimension];
        for (int i = 0; i < dimension; i++) {
            weights[i] = Mix.mix(i);
        }
    }

    public int dimension() {
        return weights.length;
    }

    /** What one element adds to the sum that {@link #of} takes; {@code bits} as {@link Float#floatToRawIntBits} gives. */
    public long term(int element, int bits) {
        return Integer.toUnsignedLong(bits) * weights[element];
    }

    /** The hash of a row from the sum of its terms. */
    public static long of(long id, long terms) {
        return Mix.mix(id, terms);
    }
}

package muster.workloads.operation;

import muster.workloads.random.Mix;

/**
 * Which operations of a phase are recorded singly: a pure function of the phase's key and the index, the same for any number
 * of workers in any language. The draws of an operation itself are independent of it.
 *
 * @param seed hash of the phase's key
 * @param every of so many operations one is taken on average
 * @param limit of draws of 63 bits, unsigned: an operation is taken whose draw is below; 0 takes none
 */
public record OperationSampling(long seed, long every, long limit) {
    public static final OperationSampling NONE = new OperationSampling(0, 0, 0);

    /** "samples" in ASCII: no operation is made from it. */
    private static final long SALT = 0x73616d706c6573L;

    /** One of so many operations on average. */
    public static OperationSampling oneOf(PhaseKey key, long every) {
        return new OperationSampling(key.hash(), every, Long.divideUnsigned(1L << 63, every));
    }

    /** Whether any operation is taken. */
    public boolean any() {
        return limit != 0;
    }

    /**
     * Whether an operation is taken if only one of 2^halvings of those that would be is. What is taken with more halvings is
     * taken with fewer.
     */
    public boolean takes(long index, int halvings) {
        return Long.compareUnsigned(Mix.mix(seed, index, SALT) >>> 1, limit >>> halvings) < 0;
    }
}

package muster.workloads.random;

/**
 * A 64-bit mixer and the draws built on it. All arithmetic is on unsigned 64-bit integers that wrap, so that any
 * language gives the same bits. The mixer is the finaliser of SplitMix64 (Stafford's variant 13).
 */
public final class Mix {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    public static long mix(long value) {
        long z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Hashes two values: the order matters. */
    public static long mix(long first, long second) {
        return mix(mix(first) ^ second);
    }

    /** Hashes three values: the order matters. */
    public static long mix(long first, long second, long third) {
        return mix(mix(first, second) ^ third);
    }

    /** A draw from [0, bound) by the high half of hash * bound; the bias is below bound / 2^64. */
    public static long below(long bound, long hash) {
        return Math.unsignedMultiplyHigh(hash, bound);
    }
}

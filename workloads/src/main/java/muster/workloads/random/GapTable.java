package muster.workloads.random;

/**
 * Gaps of the exponential distribution with mean one, in units of 2<sup>-32</sup>: 65,536 of equal probability.
 *
 * <p>GAP[j] for j = 1 .. 65535 is -ln((j + 1/2) / 65536): (17 * 2<sup>32</sup> - log2(2j + 1)) * LN2 &gt;&gt; 32 with LN2 =
 * 2977044471 = floor(ln 2 * 2<sup>32</sup>) and log2 of {@link FixedPoint}. GAP[0], the longest (about 12.1), is what
 * remains so that the mean of the table is one exactly: the sum is 2<sup>48</sup>.
 */
public final class GapTable {
    private static final int BITS = 16;
    private static final int SIZE = 1 << BITS;
    private static final long LN2 = 2_977_044_471L;
    private static final long[] GAP = table();

    private GapTable() {}

    /** GAP[hash &gt;&gt;&gt; 48], in units of 2<sup>-32</sup> of the mean. */
    public static long draw(long hash) {
        return GAP[(int) (hash >>> (64 - BITS))];
    }

    /** A draw with this mean, below 2<sup>53</sup> ns, rounded: (draw * (meanNs &lt;&lt; 10) + 2<sup>41</sup>) &gt;&gt; 42. */
    public static long ns(long hash, long meanNs) {
        return scale(draw(hash), meanNs << 10, 10);
    }

    /** (gap * mean + half) &gt;&gt; (32 + bits), in 128 bits; half = 2<sup>31 + bits</sup>; mean has this many fraction bits. */
    public static long scale(long gap, long mean, int bits) {
        int shift = FixedPoint.FRACTION_BITS + bits;
        long low = gap * mean;
        long rounded = low + (1L << (shift - 1));
        long carry = Long.compareUnsigned(rounded, low) < 0 ? 1 : 0;
        long high = Math.unsignedMultiplyHigh(gap, mean) + carry;
        return (high << (64 - shift)) | (rounded >>> shift);
    }

    private static long[] table() {
        long[] gaps = new long[SIZE];
        long rest = 1L << (BITS + FixedPoint.FRACTION_BITS);
        for (int j = 1; j < SIZE; j++) {
            long y = ((long) (BITS + 1) << FixedPoint.FRACTION_BITS) - FixedPoint.log2(2L * j + 1);
            gaps[j] = (Math.multiplyHigh(y, LN2) << 32) | ((y * LN2) >>> 32);
            rest -= gaps[j];
        }
        gaps[0] = rest;
        return gaps;
    }
}

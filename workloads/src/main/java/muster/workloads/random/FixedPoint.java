package muster.workloads.random;

/**
 * Powers and logarithms in fixed point, by integer arithmetic only, so that every language gives the same bits.
 *
 * <p>Both tables have 4,096 steps with linear interpolation; the error is below 2<sup>-25</sup>. They are computed when
 * the class is loaded:
 *
 * <ul>
 *   <li>LOG[i] = log2(1 + i / 4096) * 2<sup>32</sup>, bit by bit: m starts as (4096 + i) &lt;&lt; 51, an unsigned
 *       number with 63 fraction bits; 32 times m is replaced by the high 64 bits of m * m; if its top bit is set the
 *       next bit of the result is 1, otherwise the bit is 0 and m is shifted left by one. LOG[4096] = 2<sup>32</sup>.
 *   <li>POW[i] = 2<sup>i/4096</sup> * 2<sup>42</sup>: the product, over the bits of i from the highest (2048) down, of
 *       ROOT[1], ROOT[2], ... with 62 fraction bits, each product shifted right by 62, the last by a further 20.
 *       ROOT[0] = 2 &lt;&lt; 62, ROOT[k] = floor(sqrt(ROOT[k-1] &lt;&lt; 62)). POW[4096] = 2<sup>43</sup>.
 * </ul>
 */
public final class FixedPoint {
    /** Fraction bits of logarithms. */
    public static final int FRACTION_BITS = 32;

    /** The most bits that {@link #exp2Negative} can be asked for. */
    public static final int MAX_BITS = 42;

    private static final int STEP_BITS = 12;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int REST_BITS = FRACTION_BITS - STEP_BITS;
    private static final long REST_MASK = (1L << REST_BITS) - 1;
    private static final long[] LOG = Tables.logarithms(STEPS);
    private static final long[] POW = Tables.powers(STEPS, MAX_BITS);

    private FixedPoint() {}

    /**
     * log2(value) * 2<sup>32</sup> for value &gt;= 1. With n = floor(log2(value)), the 32 bits below the top bit of value
     * (value &lt;&lt; (63 - n), bits 62 to 31) are 12 bits i and 20 bits r; the result is
     * (n &lt;&lt; 32) + LOG[i] + ((LOG[i + 1] - LOG[i]) * r &gt;&gt; 20).
     */
    public static long log2(long value) {
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        long fraction = ((value << (63 - exponent)) >>> 31) & 0xFFFF_FFFFL;
        return ((long) exponent << FRACTION_BITS) + interpolate(LOG, fraction);
    }

    /**
     * floor(2<sup>-y / 2^32</sup> * 2<sup>bits</sup>) for y &gt;= 0 and bits &lt;= 42. With z = -y, its floor(z / 2^32) is
     * -n and its low 32 bits are 12 bits i and 20 bits r; POW is interpolated as in {@link #log2} and shifted right by
     * n + 42 - bits (0 if that is 63 or more).
     */
    public static long exp2Negative(long y, int bits) {
        long z = -y;
        long shift = -(z >> FRACTION_BITS) + MAX_BITS - bits;
        return shift > 62 ? 0 : interpolate(POW, z & 0xFFFF_FFFFL) >>> shift;
    }

    private static long interpolate(long[] table, long fraction) {
        int i = (int) (fraction >>> REST_BITS);
        return table[i] + (((table[i + 1] - table[i]) * (fraction & REST_MASK)) >> REST_BITS);
    }
}

package muster.workloads.random;

/** Weights of Zipf's law: rank r (from 1) has the weight r<sup>-s</sup>. */
public final class Zipf {
    private static final int SUM_BITS = 62;
    private static final int THOUSAND = 1000;

    private Zipf() {}

    /**
     * Weight i is max(1, exp2Negative(log2(i + 1) * s / 1000, bits)), the division rounding down, with bits =
     * min(42, 62 - bit length of size).
     *
     * @param exponentMilli a thousand times the exponent: 0 (all alike) to 2000
     */
    public static long[] weights(int size, int exponentMilli) {
        int bits = Math.min(FixedPoint.MAX_BITS, SUM_BITS - (32 - Integer.numberOfLeadingZeros(size)));
        long[] weights = new long[size];
        for (int i = 0; i < size; i++) {
            long y = FixedPoint.log2(i + 1L) * exponentMilli / THOUSAND;
            weights[i] = Math.max(1, FixedPoint.exp2Negative(y, bits));
        }
        return weights;
    }

    public static WeightTable table(int size, int exponentMilli) {
        return WeightTable.of(weights(size, exponentMilli));
    }

    /** An exponent of a plan, such as 0.75, as the integer that all draws use: the nearest, halves up. */
    public static int milli(double exponent) {
        return (int) Math.round(exponent * THOUSAND);
    }
}

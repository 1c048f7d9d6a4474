package muster.workloads.random;

import java.math.BigInteger;

/** Computes the tables of {@link FixedPoint}, where the algorithms are written down. */
final class Tables {
    private static final int ROOT_BITS = 62;

    private Tables() {}

    static long[] logarithms(int steps) {
        long[] table = new long[steps + 1];
        for (int i = 0; i < steps; i++) {
            table[i] = logarithm((long) (steps + i) << (63 - Integer.numberOfTrailingZeros(steps)));
        }
        table[steps] = 1L << FixedPoint.FRACTION_BITS;
        return table;
    }

    private static long logarithm(long mantissa) {
        long m = mantissa;
        long result = 0;
        for (int bit = 0; bit < FixedPoint.FRACTION_BITS; bit++) {
            m = Math.unsignedMultiplyHigh(m, m);
            result = (result << 1) | (m >>> 63);
            m = m < 0 ? m : m << 1;
        }
        return result;
    }

    static long[] powers(int steps, int bits) {
        BigInteger[] roots = roots(Integer.numberOfTrailingZeros(steps));
        long[] table = new long[steps + 1];
        for (int i = 0; i < steps; i++) {
            table[i] = power(roots, i).shiftRight(ROOT_BITS - bits).longValueExact();
        }
        table[steps] = 1L << (bits + 1);
        return table;
    }

    private static BigInteger power(BigInteger[] roots, int i) {
        BigInteger product = BigInteger.ONE.shiftLeft(ROOT_BITS);
        for (int k = 1; k < roots.length; k++) {
            if (((i >>> (roots.length - 1 - k)) & 1) == 1) {
                product = product.multiply(roots[k]).shiftRight(ROOT_BITS);
            }
        }
        return product;
    }

    private static BigInteger[] roots(int count) {
        BigInteger[] roots = new BigInteger[count + 1];
        roots[0] = BigInteger.TWO.shiftLeft(ROOT_BITS);
        for (int k = 1; k <= count; k++) {
            roots[k] = roots[k - 1].shiftLeft(ROOT_BITS).sqrt();
        }
        return roots;
    }
}

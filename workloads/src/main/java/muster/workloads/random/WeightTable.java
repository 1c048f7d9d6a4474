package muster.workloads.random;

/**
 * A choice among 0 .. size - 1 by integer weights: a cumulative table. A guide, which only saves time, narrows each
 * binary search; the result is defined without it.
 */
public final class WeightTable {
    private final long[] upTo;
    private final int shift;
    private final int[] guide;

    private WeightTable(long[] upTo) {
        this.upTo = upTo;
        this.shift = shift(total(), upTo.length);
        this.guide = new int[(int) ((total() - 1) >>> shift) + 2];
        fillGuide();
    }

    /** Weights &gt;= 0 with a sum of 1 .. 2<sup>62</sup>. */
    public static WeightTable of(long[] weights) {
        long[] upTo = new long[weights.length];
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            upTo[i] = sum;
        }
        return new WeightTable(upTo);
    }

    /** The choice of this hash: {@code find(Mix.below(total(), hash))}. */
    public int draw(long hash) {
        return find(Mix.below(total(), hash));
    }

    /** The smallest i such that the sum of the weights 0 .. i is greater than x; 0 &lt;= x &lt; total. */
    public int find(long x) {
        int bucket = (int) (x >>> shift);
        int low = guide[bucket];
        int high = guide[bucket + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > x) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    public int size() {
        return upTo.length;
    }

    public long total() {
        return upTo[upTo.length - 1];
    }

    /** The sum of the weights before i. */
    public long start(int i) {
        return i == 0 ? 0 : upTo[i - 1];
    }

    public long weight(int i) {
        return upTo[i] - start(i);
    }

    /** About one bucket of the guide for each entry, so that a search takes a step or two. */
    private static int shift(long total, int size) {
        int bits = 64 - Long.numberOfLeadingZeros(total);
        int entries = 32 - Integer.numberOfLeadingZeros(size);
        return Math.max(0, bits - entries);
    }

    private void fillGuide() {
        int i = 0;
        for (int bucket = 0; bucket < guide.length - 1; bucket++) {
            while (upTo[i] <= ((long) bucket << shift)) {
                i++;
            }
            guide[bucket] = i;
        }
        guide[guide.length - 1] = upTo.length - 1;
    }
}

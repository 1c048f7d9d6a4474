package muster.workloads.social;

import muster.workloads.random.Mix;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/**
 * How many: a power law from {@code least} on. Few have very many.
 *
 * @param table of the counts from {@code least} to the most
 * @param nonePercent of a hundred cases, in how many there are none
 */
record Count(int least, WeightTable table, int nonePercent) {
    private static final int HUNDRED = 100;

    /**
     * A power law.
     *
     * @param exponentMilli a thousand times the exponent, up to 2000
     * @param offset moves the steep head of the law away: the weight of count c is (c - least + offset + 1) to the power
     */
    static Count of(int least, int most, int exponentMilli, int offset) {
        long[] all = Zipf.weights(most - least + 1 + offset, exponentMilli);
        long[] weights = new long[most - least + 1];
        System.arraycopy(all, offset, weights, 0, weights.length);
        return new Count(least, WeightTable.of(weights), 0);
    }

    /** None at all in so many of a hundred cases. */
    Count orNone(int percent) {
        return new Count(least, table, percent);
    }

    int draw(long hash) {
        boolean none = Mix.below(HUNDRED, Mix.mix(hash)) < nonePercent;
        return none ? 0 : least + table.draw(hash);
    }
}

package muster.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The mean of independent values with its 95 % interval by Student's t, however many values there are. The studentised
 * bootstrap covers less where a value stands far from the others (docs/decisions/0048-comparisons.md).
 */
public final class Mean {
    static final int MAX_VALUES = 1_000;

    /** What Student's quantile is above, however many values there are. */
    private static final double MIN_QUANTILE = 1.95;

    private Mean() {}

    /** The mean and its interval; without bounds for fewer than two values. */
    public static Interval of(double[] values) {
        return of(values, 1);
    }

    /** As {@link #of(double[])}, of so many means whose intervals are to hold the truth together in 95 of 100 cases. */
    static Interval of(double[] values, int means) {
        return ofGroups(values, new int[values.length], means);
    }

    /**
     * The mean over groups that may differ by an amount of their own, each weighing alike, and its interval from the spread
     * within groups (a two-way layout without interaction: Montgomery, Design and Analysis of Experiments, 4.1). Without
     * bounds for fewer than two values more than there are groups.
     *
     * @param groups of each value, by any numbers
     */
    static Interval ofGroups(double[] values, int[] groups) {
        return ofGroups(values, groups, 1);
    }

    private static Interval ofGroups(double[] values, int[] groups, int means) {
        double[][] split = split(values, groups);
        int freedom = values.length - split.length;
        double mean = Arrays.stream(split).mapToDouble(Mean::mean).average().orElse(Double.NaN);
        if (freedom < 1) {
            return new Interval(mean, Double.NaN, Double.NaN);
        }
        double variance = within(split, freedom);
        double ofMeans = Arrays.stream(split)
                .mapToDouble(group -> variance / group.length)
                .sum();
        double half = Student.quantile(freedom, means) * Math.sqrt(ofMeans) / split.length;
        return new Interval(mean, mean - half, mean + half);
    }

    /**
     * How many values in all would have an interval no wider than this to each side, if the others spread within groups as
     * those here; {@value #MAX_VALUES} if not fewer, or if these have no spread yet.
     */
    static int neededForWidth(double[] values, int[] groups, double half) {
        double[][] split = split(values, groups);
        int freedom = values.length - split.length;
        double deviation = freedom < 1 ? Double.POSITIVE_INFINITY : Math.sqrt(within(split, freedom));
        int least = (int) Math.pow(MIN_QUANTILE * deviation / half, 2);
        int all = Math.max(values.length + 1, Math.min(least, MAX_VALUES));
        while (all < MAX_VALUES && Student.quantile(all - split.length) * deviation / Math.sqrt(all) > half) {
            all++;
        }
        return all;
    }

    private static double[][] split(double[] values, int[] groups) {
        return Arrays.stream(groups)
                .distinct()
                .mapToObj(group -> of(group, values, groups))
                .toArray(double[][]::new);
    }

    /** The variance within groups. */
    private static double within(double[][] split, int freedom) {
        return Arrays.stream(split).mapToDouble(Mean::squares).sum() / freedom;
    }

    private static double[] of(int group, double[] values, int[] groups) {
        return IntStream.range(0, values.length)
                .filter(i -> groups[i] == group)
                .mapToDouble(i -> values[i])
                .toArray();
    }

    /** The geometric mean and its interval: of ratios. Unknown if a value is not positive. */
    public static Interval ofLogs(double[] values) {
        boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
        return positive && values.length > 0 ? of(logs(values)).on(Math::exp) : Interval.NONE;
    }

    /**
     * How many values in all would leave the bound out of the interval in 80 of 100 repetitions, if the true mean is the one
     * seen; -1 if more than 1,000.
     */
    public static int needed(double[] values, double bound) {
        double away = Math.abs(mean(values) - bound);
        double deviation = deviation(values);
        for (int all = values.length + 1; all <= MAX_VALUES; all++) {
            if (away >= Power.beyond(all - 1) * deviation / Math.sqrt(all)) {
                return all;
            }
        }
        return -1;
    }

    /** As {@link #needed}, for {@link #ofLogs}. */
    public static int neededOfLogs(double[] values, double bound) {
        return needed(logs(values), Math.log(bound));
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /** NaN for no values. */
    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Of a sample: the sum of squares by n - 1. NaN for fewer than two values. */
    static double deviation(double[] values) {
        return Math.sqrt(squares(values) / (values.length - 1));
    }

    /** Of their distances from their mean. */
    private static double squares(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }
}

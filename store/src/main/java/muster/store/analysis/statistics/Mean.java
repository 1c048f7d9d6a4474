package muster.store.analysis.statistics;

import java.util.Arrays;

/**
 * The mean of independent values with its 95 % interval by Student's t, however many values there are. The studentised
 * bootstrap covers less where a value stands far from the others (docs/decisions/0048-comparisons.md).
 */
public final class Mean {
    private static final int MOST_VALUES = 1_000;

    private Mean() {}

    /** The mean and its interval; without bounds for fewer than two values. */
    public static Interval of(double[] values) {
        double mean = mean(values);
        if (values.length < 2) {
            return new Interval(mean, Double.NaN, Double.NaN);
        }
        double half = Student.quantile(values.length - 1) * deviation(values) / Math.sqrt(values.length);
        return new Interval(mean, mean - half, mean + half);
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
        for (int all = values.length + 1; all <= MOST_VALUES; all++) {
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
        double mean = mean(values);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1));
    }
}

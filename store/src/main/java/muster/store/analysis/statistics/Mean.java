package muster.store.analysis.statistics;

import java.util.Arrays;

/**
 * The mean of independent values with its 95 % interval by Student's t, however many values there are. The studentised
 * bootstrap covers less where a value stands far from the others (docs/decisions/0048-intervals-and-gates.md).
 */
public final class Mean {
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

package muster.statistics;

import java.util.Arrays;

/** The middle of some values. */
public final class Median {
    private Median() {}

    /** Of those that are numbers, the mean of the two in the middle where their count is even; NaN for none. */
    public static double of(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int half = sorted.length / 2;
        return sorted.length == 0
                ? Double.NaN
                : sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}

package muster.store.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The mean of independent values with its 95 % interval: Student's t below 10 values, from 10 on the studentised
 * bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 12.5). The percentile bootstrap would hold the truth
 * in nine of ten cases only with so few values.
 */
public final class Mean {
    /** From so many values on their own distribution is taken instead of the normal one. */
    public static final int BOOTSTRAP_FROM = 10;

    private static final int RESAMPLES = 10_000;

    private final double[] values;
    private final double mean;
    private final double error;

    private Mean(double[] values) {
        this.values = values;
        this.mean = Arrays.stream(values).average().orElse(Double.NaN);
        this.error = deviation(values, mean) / Math.sqrt(values.length);
    }

    /**
     * The mean and its interval; without bounds for fewer than two values.
     *
     * @param seed of the bootstrap, so that the same values give the same interval
     */
    public static Interval of(double[] values, long seed) {
        Mean mean = new Mean(values.clone());
        if (values.length < 2) {
            return new Interval(mean.mean, Double.NaN, Double.NaN);
        }
        return values.length < BOOTSTRAP_FROM || mean.error == 0 ? mean.byStudent() : mean.byBootstrap(seed);
    }

    private Interval byStudent() {
        double half = Student.quantile(values.length - 1) * error;
        return new Interval(mean, mean - half, mean + half);
    }

    private Interval byBootstrap(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] resample = new double[values.length];
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            Arrays.setAll(resample, k -> values[random.nextInt(values.length)]);
            ratios[i] = studentised(resample);
        }
        Arrays.sort(ratios);
        double least = ratios[(int) Math.floor(0.025 * (RESAMPLES - 1))];
        double most = ratios[(int) Math.ceil(0.975 * (RESAMPLES - 1))];
        return new Interval(mean, mean - most * error, mean - least * error);
    }

    /** How many of its own standard errors the mean of a resample is off. */
    private double studentised(double[] resample) {
        double average = Arrays.stream(resample).average().orElseThrow();
        double ownError = deviation(resample, average) / Math.sqrt(resample.length);
        return ownError == 0 ? 0 : (average - mean) / ownError;
    }

    /** Of a sample: the sum of squares by n - 1. NaN for fewer than two values. */
    static double deviation(double[] values, double mean) {
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1));
    }
}

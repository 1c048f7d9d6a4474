package muster.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/** What intervals were made with from 10 pairs on (Efron and Tibshirani, 12.5), to be compared with Student's t. */
final class StudentisedBootstrap {
    private static final int RESAMPLES = 2_000;

    private StudentisedBootstrap() {}

    static Interval of(double[] values, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double mean = Mean.mean(values);
        double error = Mean.deviation(values) / Math.sqrt(values.length);
        double[] resample = new double[values.length];
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            Arrays.setAll(resample, k -> values[random.nextInt(values.length)]);
            ratios[i] = studentised(resample, mean);
        }
        Arrays.sort(ratios);
        double least = ratios[(int) Math.floor(0.025 * (RESAMPLES - 1))];
        double most = ratios[(int) Math.ceil(0.975 * (RESAMPLES - 1))];
        return new Interval(mean, mean - most * error, mean - least * error);
    }

    /** How many of its own standard errors the mean of a resample is off. */
    private static double studentised(double[] resample, double mean) {
        double error = Mean.deviation(resample) / Math.sqrt(resample.length);
        return error == 0 ? 0 : (Mean.mean(resample) - mean) / error;
    }
}

package muster.statistics;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/**
 * How far a true difference must lie from a bound for an interval by Student's t to leave that bound out in 80 of 100
 * repetitions (Cohen, Statistical Power Analysis, 2.4). In units of the standard error.
 */
final class Power {
    private static final double POWER = 0.8;

    /** Differences up to this are none to speak of. */
    static final double SMALL = 0.01;

    private static final int MAX_TRIALS = 1_000;

    private Power() {}

    /**
     * How many more trials decide in 80 of 100 cases, if the true difference is the one seen and trials vary as these do: either
     * that there is a difference, or that it is none to speak of. -1 where no number does.
     *
     * @param effect difference of logarithms, not below 0
     * @param error standard error of the difference with so many more trials
     * @param freedom degrees of freedom with so many more trials
     */
    static int moreTrials(double effect, IntToDoubleFunction error, IntUnaryOperator freedom) {
        for (int more = 1; more <= MAX_TRIALS; more += 1 + more / 10) {
            boolean different = effect >= beyond(freedom.applyAsInt(more)) * error.applyAsDouble(more);
            boolean same = Math.log1p(SMALL) - effect >= between(freedom.applyAsInt(more)) * error.applyAsDouble(more);
            if (different || same) {
                return more;
            }
        }
        return -1;
    }

    /** For one bound, such as no difference, or a limit. */
    static double beyond(int freedom) {
        return beyond(freedom, 1);
    }

    /** As {@link #beyond(int)}, by one of so many intervals that are to hold the truth together. */
    static double beyond(int freedom, int intervals) {
        return Student.quantile(freedom, intervals) + Student.oneSided(POWER, freedom);
    }

    /** For the nearer of two bounds that enclose the truth: a miss on either side counts. */
    static double between(int freedom) {
        return between(freedom, 1);
    }

    /** As {@link #between(int)}, by one of so many intervals that are to hold the truth together. */
    static double between(int freedom, int intervals) {
        return Student.quantile(freedom, intervals) + Student.oneSided((1 + POWER) / 2, freedom);
    }
}

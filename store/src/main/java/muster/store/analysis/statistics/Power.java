package muster.store.analysis.statistics;

/**
 * How far a true difference must lie from a bound for an interval by Student's t to leave that bound out in 80 of 100
 * repetitions (Cohen, Statistical Power Analysis, 2.4). In units of the standard error.
 */
final class Power {
    private static final double POWER = 0.8;

    private Power() {}

    /** For one bound, such as no difference, or a limit. */
    static double beyond(int freedom) {
        return Student.quantile(freedom) + Student.oneSided(POWER, freedom);
    }

    /** For the nearer of two bounds that enclose the truth: a miss on either side counts. */
    static double between(int freedom) {
        return Student.quantile(freedom) + Student.oneSided((1 + POWER) / 2, freedom);
    }
}

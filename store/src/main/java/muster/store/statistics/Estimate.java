package muster.store.statistics;

/**
 * A positive figure and how surely it is known, on the logarithmic scale: there a ratio is a difference, and the long
 * upper tail of a latency is nearly symmetric.
 *
 * @param value NaN where there is none
 * @param error standard error of the logarithm of the value; NaN where it cannot be told
 * @param freedom how many independent pieces the error was found from, less one
 */
public record Estimate(double value, double error, int freedom) {
    /** No figure. */
    public static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, 0);

    /** This by another one, with its 95 % interval after Welch: the two sides may vary differently. */
    public Interval by(Estimate base) {
        double ratio = value / base.value;
        double both = Math.hypot(error, base.error);
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            return Interval.NONE;
        }
        if (freedom < 1 || base.freedom < 1 || !Double.isFinite(both)) {
            return new Interval(ratio, Double.NaN, Double.NaN);
        }
        double half = Student.quantile(freedomWith(base, both)) * both;
        return new Interval(ratio, ratio * Math.exp(-half), ratio * Math.exp(half));
    }

    /** Welch and Satterthwaite, rounded down; at least that of the side that knows less, at most both together. */
    private int freedomWith(Estimate base, double both) {
        int least = Math.min(freedom, base.freedom);
        if (both == 0) {
            return least;
        }
        double parts = Math.pow(error / both, 4) / freedom + Math.pow(base.error / both, 4) / base.freedom;
        return Math.max(least, (int) (1 / parts + 1e-9));
    }

    /** The same, found from {@code times} as many pieces that vary as these do. */
    Estimate times(double times) {
        return new Estimate(value, error / Math.sqrt(times), (int) Math.round((freedom + 1) * times) - 1);
    }
}

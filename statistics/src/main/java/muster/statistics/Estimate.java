package muster.statistics;

/**
 * A positive figure and how surely it is known, on the logarithmic scale: there a ratio is a difference, and the long
 * upper tail of a latency is nearly symmetric.
 *
 * @param value NaN where there is none
 * @param spread standard error of the logarithm of the value, from how the pieces differ; NaN where it cannot be told
 * @param resolution the step in which the value was recorded, by the value: a bucket's width or the clock's step. Pieces
 *     that all fall on one step do not differ, but the figure is not known better than that
 * @param freedom how many independent pieces the spread was found from, less one
 */
public record Estimate(double value, double spread, double resolution, int freedom) {
    /** No figure. */
    public static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, 0);

    /** A figure whose recording has no step worth mentioning. */
    public Estimate(double value, double spread, int freedom) {
        this(value, spread, 0, freedom);
    }

    /** The same figure, recorded in steps of this share of it. */
    public Estimate recordedIn(double resolution) {
        return new Estimate(value, spread, resolution, freedom);
    }

    /** The same figure, of which no error is known. */
    public Estimate withoutError() {
        return new Estimate(value, Double.NaN, resolution, 0);
    }

    /** Standard error of the logarithm of the value: never less than the resolution. */
    public double error() {
        return Math.max(spread, resolution);
    }

    /** This by another one, with its 95 % interval after Welch: the two sides may vary differently. */
    public Interval by(Estimate base) {
        double ratio = value / base.value;
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            return Interval.NONE;
        }
        if (freedom < 1 || base.freedom < 1 || !Double.isFinite(errorWith(base))) {
            return new Interval(ratio, Double.NaN, Double.NaN);
        }
        double half = Student.quantile(freedomWith(base)) * errorWith(base);
        return new Interval(ratio, ratio * Math.exp(-half), ratio * Math.exp(half));
    }

    /** Standard error of the logarithm of the ratio. */
    double errorWith(Estimate base) {
        return Math.hypot(error(), base.error());
    }

    /** Welch and Satterthwaite, rounded down; at least that of the side that knows less, at most both together. */
    int freedomWith(Estimate base) {
        int least = Math.min(freedom, base.freedom);
        double both = errorWith(base);
        if (both == 0) {
            return least;
        }
        double parts = Math.pow(error() / both, 4) / freedom + Math.pow(base.error() / both, 4) / base.freedom;
        return Math.max(least, (int) (1 / parts + 1e-9));
    }

    /** The same, found from {@code times} as many pieces that vary as these do; the resolution stays. */
    Estimate times(double times) {
        int more = (int) Math.round((freedom + 1) * times) - 1;
        return new Estimate(value, spread / Math.sqrt(times), resolution, more);
    }
}

package muster.store.analysis.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate with its 95 % confidence interval. Bounds are NaN where there are too few values for any, and so is the
 * estimate where there is none at all.
 */
public record Interval(double estimate, double low, double high) {
    /** Nothing is known. */
    public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

    /** Whether it has bounds. */
    public boolean bounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** The same on another scale; {@code scale} must increase. */
    Interval on(DoubleUnaryOperator scale) {
        return new Interval(scale.applyAsDouble(estimate), scale.applyAsDouble(low), scale.applyAsDouble(high));
    }
}

package muster.store.analysis.statistics;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import muster.text.Quantity;

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

    /** Of a ratio: by how much more than the other the larger may be, at most; 0.1 for an interval from 0.95 to 1.1. */
    public double farthestFromOne() {
        return Math.max(high, 1 / low) - 1;
    }

    /** So many times as far from the estimate on both sides, on a logarithmic scale: for ratios. */
    public Interval widened(double times) {
        return new Interval(
                estimate, estimate * Math.pow(low / estimate, times), estimate * Math.pow(high / estimate, times));
    }

    /** "0.981 .. 1.02" in the form that is given; a dash without bounds. */
    public String range(DoubleFunction<String> form) {
        return bounded() ? form.apply(low) + " .. " + form.apply(high) : Quantity.NONE;
    }

    /** The same on another scale; {@code scale} must increase. */
    Interval on(DoubleUnaryOperator scale) {
        return new Interval(scale.applyAsDouble(estimate), scale.applyAsDouble(low), scale.applyAsDouble(high));
    }
}

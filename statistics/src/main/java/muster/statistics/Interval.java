package muster.statistics;

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

    /** Of a ratio: that of the other to the one. */
    public Interval inverse() {
        return new Interval(1 / estimate, 1 / high, 1 / low);
    }

    /** So many times as far from the estimate on both sides, on a logarithmic scale: for ratios. */
    public Interval widened(double times) {
        return new Interval(
                estimate, estimate * Math.pow(low / estimate, times), estimate * Math.pow(high / estimate, times));
    }

    /**
     * How many times as much this is as an independent other, both above 0, by the method of variance estimates recovery on the logarithmic scale (G. Y. Zou
     * and A. Donner, Statistics in Medicine 27, 2008, p. 1693): an end is as far from the ratio as the ends that it depends on are from
     * their estimates, as the root of the sum of squares. An open end (0, infinity) opens that of the ratio.
     */
    public Interval over(Interval other) {
        double ratio = estimate / other.estimate;
        double below = Math.hypot(Math.log(estimate / low), Math.log(other.high / other.estimate));
        double above = Math.hypot(Math.log(high / estimate), Math.log(other.estimate / other.low));
        return new Interval(ratio, ratio * Math.exp(-below), ratio * Math.exp(above));
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

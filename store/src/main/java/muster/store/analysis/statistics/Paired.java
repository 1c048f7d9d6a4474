package muster.store.analysis.statistics;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * One figure of two sides that were measured in pairs: {@code cluster[i]} and {@code standalone[i]} close in time, so
 * that whatever drifts meets both alike.
 */
public record Paired(double[] standalone, double[] cluster) {
    public Paired {
        if (standalone.length != cluster.length) {
            throw new IllegalArgumentException(standalone.length + " values of standalone, " + cluster.length);
        }
    }

    public int pairs() {
        return cluster.length;
    }

    /** Cluster by standalone: the exponential of the mean of the logarithms of the ratios. Unknown if a value is not positive. */
    public Interval ratio() {
        boolean positive = Arrays.stream(standalone).allMatch(value -> value > 0)
                && Arrays.stream(cluster).allMatch(value -> value > 0);
        return positive && pairs() > 0 ? Mean.of(logs()).on(Math::exp) : Interval.NONE;
    }

    /** Cluster minus standalone. */
    public Interval difference() {
        return pairs() == 0 ? Interval.NONE : Mean.of(each((one, other) -> other - one));
    }

    /** The logarithms of the ratios. */
    double[] logs() {
        return each((one, other) -> Math.log(other / one));
    }

    private double[] each(DoubleBinaryOperator operator) {
        double[] results = new double[pairs()];
        Arrays.setAll(results, i -> operator.applyAsDouble(standalone[i], cluster[i]));
        return results;
    }

    public double medianOfStandalone() {
        return Median.of(standalone);
    }

    public double medianOfCluster() {
        return Median.of(cluster);
    }
}

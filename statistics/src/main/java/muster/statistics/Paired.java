package muster.statistics;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * One figure of two sides that were measured in pairs: {@code cluster[i]} and {@code standalone[i]} close in time, so
 * that whatever drifts meets both alike.
 *
 * @param groups of pairs: what those of one group have in common is none of their ratio's uncertainty
 */
public record Paired(double[] standalone, double[] cluster, int[] groups) {
    /** So many pairs are not asked for. */
    public static final int MOST = Mean.MAX_VALUES;

    public Paired {
        if (standalone.length != cluster.length || groups.length != cluster.length) {
            throw new IllegalArgumentException(
                    standalone.length + " values of standalone, " + cluster.length + ", " + groups.length + " groups");
        }
    }

    /** All of one group. */
    public Paired(double[] standalone, double[] cluster) {
        this(standalone, cluster, new int[cluster.length]);
    }

    /** One pair more, and the groups of all. */
    public Paired with(double standalone, double cluster, int[] groups) {
        return new Paired(appended(this.standalone, standalone), appended(this.cluster, cluster), groups);
    }

    private static double[] appended(double[] values, double value) {
        double[] appended = Arrays.copyOf(values, values.length + 1);
        appended[values.length] = value;
        return appended;
    }

    public int pairs() {
        return cluster.length;
    }

    /** Cluster by standalone: the exponential of the mean over groups of the logarithms of the ratios. Unknown if a value is not positive. */
    public Interval ratio() {
        boolean positive = Arrays.stream(standalone).allMatch(value -> value > 0)
                && Arrays.stream(cluster).allMatch(value -> value > 0);
        return positive && pairs() > 0 ? Mean.ofGroups(logs(), groups).on(Math::exp) : Interval.NONE;
    }

    /**
     * How many pairs in all would know the ratio to this share to each side, if the others spread as those here; {@link #MOST}
     * if not fewer.
     */
    public int neededForWidth(double share) {
        return Mean.neededForWidth(logs(), groups, share);
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

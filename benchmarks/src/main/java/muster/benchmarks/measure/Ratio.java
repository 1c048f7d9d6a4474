package muster.benchmarks.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import muster.benchmarks.measure.Pairs.Pair;

/**
 * Muster's figure divided by the bare loop's, over pairs.
 *
 * @param low of the 95 % interval of the mean log-ratio, by Student's t; NaN for one pair
 * @param muster median
 * @param bare median
 */
public record Ratio(double median, double low, double high, double muster, double bare, int pairs) {
    /** 97.5 % quantiles for 1, 2, ... degrees of freedom; for more than these the last one is a little too careful. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086
    };

    public static <T> Ratio of(List<Pair<T>> pairs, ToDoubleFunction<T> figure) {
        double[] muster = figures(pairs, pair -> figure.applyAsDouble(pair.muster()));
        double[] bare = figures(pairs, pair -> figure.applyAsDouble(pair.bare()));
        double[] logs = figures(
                pairs, pair -> Math.log(figure.applyAsDouble(pair.muster()) / figure.applyAsDouble(pair.bare())));
        double mean = Arrays.stream(logs).average().orElse(Double.NaN);
        double half = halfWidth(logs, mean);
        return new Ratio(
                Math.exp(median(logs)),
                Math.exp(mean - half),
                Math.exp(mean + half),
                median(muster),
                median(bare),
                pairs.size());
    }

    private static <T> double[] figures(List<Pair<T>> pairs, ToDoubleFunction<Pair<T>> figure) {
        return pairs.stream().mapToDouble(figure).toArray();
    }

    private static double halfWidth(double[] logs, double mean) {
        int freedom = logs.length - 1;
        if (freedom < 1) {
            return Double.NaN;
        }
        double squares =
                Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
        double error = Math.sqrt(squares / freedom / logs.length);
        return STUDENT[Math.min(freedom, STUDENT.length) - 1] * error;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public static void head(String title, long seed) {
        System.out.printf("%n%s; seed %d%n", title, seed);
        System.out.printf("%-22s %12s %12s %8s %18s %6s%n", "", "muster", "bare", "ratio", "95 % interval", "pairs");
    }

    public void print(String what) {
        System.out.printf(
                "%-22s %,12.1f %,12.1f %8.3f %8.3f .. %6.3f %6d%n", what, muster, bare, median, low, high, pairs);
    }
}

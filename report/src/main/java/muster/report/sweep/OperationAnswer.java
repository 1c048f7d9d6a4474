package muster.report.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import muster.model.CountedOperations;
import muster.statistics.Best;
import muster.statistics.Interval;
import muster.statistics.Mean;
import muster.statistics.Median;
import muster.store.table.Row;
import muster.store.table.Table;
import muster.text.Quantity;

/**
 * In which step one operation takes the shortest time.
 *
 * @param steps those that are compared
 * @param meanNs mean service times, the median over trials, by index of {@code steps}
 * @param intervalsNs of the mean of the logarithms of the trials' mean service times, at 95 %, by index of {@code steps}
 * @param best by index of {@code steps}; its ratio is that of the rates, so above 1 the rival takes longer
 * @param byFirst each later step against the first: 0 is the first, 1 the other
 */
public record OperationAnswer(
        String operation,
        List<SweepStep> steps,
        double[] meanNs,
        List<Interval> intervalsNs,
        Best best,
        List<Best> byFirst) {
    /** None where there is one operation, or one step. */
    static List<OperationAnswer> read(
            Function<String, Table> query,
            long runId,
            String phase,
            List<SweepStep> steps,
            int trials,
            int coldTrials) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        Row.of(query.apply(
                        """
            SELECT operation, step, trial, mean_ns FROM operation_summary WHERE run_id = %d AND phase = '%s' AND trial > %d
              AND timing = 'service' AND %s AND mean_ns > 0 ORDER BY operation, step, trial""".formatted(runId, phase.replace("'", "''"), coldTrials, CountedOperations.sql("operation"))))
                .forEach(row -> rows.computeIfAbsent(row.text("operation"), name -> new ArrayList<>())
                        .add(row));
        if (rows.size() < 2 || steps.size() < 2) {
            return List.of();
        }
        return rows.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue(), steps, trials))
                .toList();
    }

    private static OperationAnswer of(String operation, List<Row> rows, List<SweepStep> steps, int trials) {
        double[][] rates = new double[steps.size()][trials];
        for (double[] row : rates) {
            Arrays.fill(row, Double.NaN);
        }
        for (Row row : rows) {
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).step() == row.whole("step")) {
                    rates[i][(int) row.whole("trial") - 1] = 1 / row.number("mean_ns");
                }
            }
        }
        double[][] times = Arrays.stream(rates).map(OperationAnswer::times).toArray(double[][]::new);
        double[] means = Arrays.stream(times).mapToDouble(Median::of).toArray();
        List<Interval> intervals = Arrays.stream(times).map(Mean::ofLogs).toList();
        int[][] places = SweepAnswer.places(steps, trials);
        List<Best> byFirst = IntStream.range(1, rates.length)
                .mapToObj(later ->
                        Best.of(new double[][] {rates[0], rates[later]}, new int[][] {places[0], places[later]}))
                .toList();
        return new OperationAnswer(operation, steps, means, intervals, Best.of(rates, places), byFirst);
    }

    /** Of the trials that there are, nanoseconds. */
    private static double[] times(double[] rates) {
        return Arrays.stream(rates)
                .filter(Double::isFinite)
                .map(rate -> 1 / rate)
                .toArray();
    }

    /** Such as "feed: shortest with algorithm=graphity, 1.20 ms; algorithm=stou takes 2.31 times as long (1.90 to 2.80)". */
    public String sentence() {
        if (best.best() < 0 || best.rival() < 0) {
            return operation + ": nothing to compare";
        }
        String rival = steps.get(best.rival()).name();
        String own = steps.get(best.best()).name() + ", " + Quantity.duration(meanNs[best.best()]);
        Interval ratio = best.ratio();
        String factor = Quantity.times(ratio.estimate()) + " times as long"
                + (ratio.bounded()
                        ? " (" + Quantity.times(ratio.low()) + " to " + Quantity.times(ratio.high()) + ")"
                        : "");
        return switch (best.kind()) {
            case DECIDED -> operation + ": shortest with " + own + "; " + rival + " takes " + factor;
            case UNBALANCED ->
                operation + ": undecided, as one of the two ran first in most trials; " + own + "; " + rival + " takes "
                        + factor;
            case ALIKE -> operation + ": alike with " + own + " and " + rival;
            case UNDECIDED ->
                best.isNearlyAlike()
                        ? operation + ": " + alikeWithin(best) + " with " + own + " and " + rival
                        : operation + ": undecided; " + own + "; " + rival + " takes " + factor;
            case ALONE -> operation + ": nothing to compare";
        };
    }

    /** Such as "alike within 13 %". */
    static String alikeWithin(Best best) {
        return String.format(
                Locale.ROOT,
                "alike within %.0f %%",
                Math.ceil(100 * best.ratio().farthestFromOne()));
    }
}

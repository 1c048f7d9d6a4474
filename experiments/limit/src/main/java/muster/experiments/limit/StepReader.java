package muster.experiments.limit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.model.CountedOperations;
import muster.model.OutcomeCounts;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.store.file.row.OutcomeSql;
import muster.store.table.Row;
import muster.workloads.plan.rule.Threshold;
import org.jspecify.annotations.Nullable;

/** Reads from the store what a step showed, and judges it by the bound. */
final class StepReader {
    /** A rate is kept if this much of it was completed, and what chance takes of a Poisson count. */
    private static final double KEPT = 0.98;

    private static final double DEVIATIONS = 2;
    private static final double PERCENT = 100;
    private static final List<String> COUNTS = List.of("errors", "errors%");
    private static final Threshold P99 = new Threshold("", "", "response", "p99", "<", 0);

    private final Store store;
    private final List<Threshold> bounds;

    StepReader(Store store, List<Threshold> bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /** @param rate offered; 0 for a closed loop, which keeps any */
    StepResult read(Finished finished, String phase, double rate) {
        String key = "run_id = " + finished.getRunId() + " AND phase = '" + phase + "'";
        double seconds = number("SELECT max(measured_until_ns - start_ns) / 1e9 FROM phase WHERE " + key);
        double throughput =
                number("SELECT coalesce(sum(in_time) FILTER (WHERE outcome = 'ok'), 0) FROM outcome_total WHERE " + key
                                + " AND timing = 'service' AND " + CountedOperations.sql("operation"))
                        / seconds;
        double margin = bounds.stream()
                .mapToDouble(bound -> margin(bound, observed(bound, key)))
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
        boolean valid = !finished.getResult().getValidity().equals("invalid");
        boolean wrong = wrongAnswers(finished.getRunId());
        double judged = kept(rate * seconds, throughput * seconds) && !wrong ? margin : Double.POSITIVE_INFINITY;
        return new StepResult(
                finished.getRunId(),
                rate,
                throughput,
                shown(key),
                counts(key),
                judged,
                culprit(finished.getRunId(), valid && judged >= 0, wrong),
                valid);
    }

    private static boolean kept(double offered, double completed) {
        return completed >= KEPT * offered - DEVIATIONS * Math.sqrt(offered);
    }

    /** Only latencies come near to their bound by degrees. */
    private static double margin(Threshold bound, double observed) {
        boolean met = !Double.isNaN(observed) && bound.met(observed);
        if (Double.isNaN(observed) || COUNTS.contains(bound.metric()) || bound.value() <= 0) {
            return met ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double margin = Math.log(observed / bound.value());
        return met ? Math.min(margin, -Double.MIN_NORMAL) : Math.max(margin, 0);
    }

    private double observed(Threshold bound, String key) {
        return COUNTS.contains(bound.metric()) ? count(bound.metric(), bound.operation(), key) : latency(bound, key);
    }

    private double count(String metric, String operation, String key) {
        String errors = "sum(samples) FILTER (WHERE " + OutcomeSql.IS_ERROR + ")";
        String value = metric.equals("errors") ? errors : PERCENT + " * " + errors + " / sum(samples)";
        String of = operation.isEmpty() ? CountedOperations.sql("operation") : "operation = '" + operation + "'";
        return number("SELECT coalesce(" + value + ", 0) FROM outcome_total WHERE " + key
                + " AND timing = 'service' AND " + of);
    }

    private OutcomeCounts counts(String key) {
        OutcomeCounts counts = OutcomeCounts.NONE;
        for (Row row : Row.of(store.query("SELECT outcome, sum(samples) AS samples FROM outcome_total WHERE " + key
                + " AND timing = 'service' AND " + CountedOperations.sql("operation") + " GROUP BY outcome"))) {
            counts = counts.plus(row.text("outcome"), row.whole("samples"));
        }
        return counts;
    }

    /** Of the first bound that is of a latency. */
    private StepResult.Latency shown(String key) {
        Threshold shown = bounds.stream()
                .filter(bound -> !COUNTS.contains(bound.metric()))
                .findFirst()
                .orElse(P99);
        String timing = shown.timing().equals(P99.timing()) ? "" : shown.timing();
        String name = Stream.of(shown.operation(), timing, shown.metric())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return new StepResult.Latency(name, latency(shown, key));
    }

    private double latency(Threshold bound, String key) {
        String from = bound.operation().isEmpty()
                ? " FROM merged_bucket WHERE " + key
                : " FROM bucket WHERE " + key + " AND outcome = 'ok' AND operation = '" + bound.operation() + "'";
        String rows = from + " AND timing = '" + bound.timing() + "'";
        return switch (bound.metric()) {
            case "mean" -> number("SELECT sum(1.0 * count * (lowest_ns + value_ns) / 2) / sum(count)" + rows);
            case "min" -> number("SELECT min(lowest_ns)" + rows);
            case "max" -> number("SELECT max(value_ns)" + rows);
            default -> {
                double share = Double.parseDouble(bound.metric().substring(1)) / PERCENT;
                yield number("SELECT min(value_ns)" + rows + " AND cumulative >= " + share
                        + " * (SELECT max(cumulative)" + rows + ")");
            }
        };
    }

    private boolean wrongAnswers(long run) {
        return number("SELECT answers = 'wrong' FROM run_summary WHERE run_id = " + run) == 1;
    }

    private String culprit(long run, boolean missed, boolean wrong) {
        List<List<@Nullable Object>> rows = store.query("SELECT observed FROM check_summary WHERE name = 'bottleneck'"
                        + " AND kind = 'finding' AND run_id = " + run)
                .rows();
        return LimitStep.limitedBy(
                rows.isEmpty() ? "" : String.valueOf(rows.getLast().getFirst()), missed, wrong);
    }

    private double number(String sql) {
        List<List<@Nullable Object>> rows = store.query(sql).rows();
        return !rows.isEmpty() && rows.getFirst().getFirst() instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }
}

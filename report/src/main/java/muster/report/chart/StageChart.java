package muster.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import muster.report.plot.Axis;
import muster.report.plot.Bars;
import muster.report.plot.Bars.Bar;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.stage.StageNames;
import muster.store.table.Row;
import muster.text.Quantity;

/** The life of a request: how the mean response time of each operation is made up. Means add up; percentiles do not. */
final class StageChart {
    private static final String LATE = "late";
    private static final String REST = "rest";

    private StageChart() {}

    /**
     * Nothing while the phase goes on, or if no stage was recorded.
     *
     * @param rows of operation_summary, of one phase
     */
    static Optional<Chart> of(List<Row> rows, String prefix) {
        Map<String, Map<String, Row>> byOperation = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.has("mean_ns") && row.whole("samples") > 0)
                .sorted(Comparator.comparing(row -> row.text("operation")))
                .forEach(row -> byOperation
                        .computeIfAbsent(row.text("operation"), operation -> new LinkedHashMap<>())
                        .put(row.text("timing"), row));
        byOperation.values().removeIf(timings -> timings.size() < 3 || !timings.containsKey("service"));
        if (byOperation.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Map<String, Double>> parts = new LinkedHashMap<>();
        byOperation.forEach((operation, timings) -> parts.put(operation, parts(timings)));
        return Optional.of(chart(parts, prefix));
    }

    /** Mean nanoseconds of each part of one operation; a stage that only some operations have counts for its share. */
    private static Map<String, Double> parts(Map<String, Row> timings) {
        Map<String, Double> parts = new LinkedHashMap<>();
        Row whole = Objects.requireNonNull(timings.get("service"));
        double samples = whole.number("samples");
        double service = whole.number("mean_ns");
        timings.forEach((timing, row) -> {
            if (!timing.equals("service") && !timing.equals("response")) {
                parts.put(timing, row.number("mean_ns") * row.number("samples") / samples);
            }
        });
        // Both are from before a stream was asked for: one holds the other.
        parts.computeIfPresent("rows", (rows, until) -> Math.max(0, until - parts.getOrDefault("first_row", 0.0)));
        double lease = parts.getOrDefault("lease", 0.0);
        double inside = parts.values().stream().mapToDouble(Double::doubleValue).sum() - lease;
        Row response = timings.get("response");
        if (response != null) {
            parts.put(LATE, Math.max(0, response.number("mean_ns") - service - lease));
        }
        parts.put(REST, Math.max(0, service - inside));
        return parts;
    }

    private static Chart chart(Map<String, Map<String, Double>> byOperation, String prefix) {
        List<String> names = byOperation.values().stream()
                .flatMap(parts -> parts.keySet().stream())
                .distinct()
                .sorted(Comparator.comparingInt(StageNames::place).thenComparing(Comparator.naturalOrder()))
                .toList();
        List<Bar> bars = new ArrayList<>();
        byOperation.forEach((operation, parts) -> bars.add(new Bar(
                operation,
                names.stream().map(name -> parts.getOrDefault(name, 0.0)).toList(),
                Quantity.duration(
                        parts.values().stream().mapToDouble(Double::doubleValue).sum()))));
        double longest = bars.stream()
                .mapToDouble(bar ->
                        bar.values().stream().mapToDouble(Double::doubleValue).sum())
                .max()
                .orElse(1);
        return new Bars(
                prefix + "stages",
                "Mean response time by stage",
                "Means over outcome ok of the whole phase, for means add up and percentiles do not. \""
                        + StageNames.of(LATE)
                        + "\" is what response time has beyond service time and the wait for a lease; \""
                        + StageNames.of(REST)
                        + "\" is service time that no stage names. Excludes errors, load and warm-up.",
                new Axis("mean time", LinearScale.upTo(longest, Quantity::tick)),
                names.stream().map(StageNames::of).toList(),
                bars);
    }
}

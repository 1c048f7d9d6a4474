package muster.store.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.store.table.Quantity;
import muster.store.table.Row;

/** The tables of figures. A percentile without enough samples is a dash, as the views have it. */
final class Tables {
    private Tables() {}

    /** Response times; service times unfold. */
    static void operations(Html html, List<Row> rows) {
        latencies(html, rows, "response");
        html.element(
                "p class=\"note\"",
                "Response time: from the intended start; outcome ok only. A dash: too few samples for this percentile.");
        html.fold("Service times, from the actual start", () -> latencies(html, rows, "service"));
    }

    private static void latencies(Html html, List<Row> rows, String timing) {
        html.table(
                List.of(
                        "operation",
                        ">ok",
                        ">ok/s",
                        ">mean",
                        ">p50",
                        ">p90",
                        ">p99",
                        ">p99.9",
                        ">p99.99",
                        ">max",
                        ">errors"),
                rows.stream()
                        .filter(row -> row.text("timing").equals(timing))
                        .map(Tables::latencies)
                        .toList());
    }

    private static List<String> latencies(Row row) {
        return List.of(
                row.text("operation"),
                Quantity.number(row.number("samples")),
                Quantity.number(row.number("throughput_per_s")),
                Quantity.duration(row.number("mean_ns")),
                Quantity.duration(row.number("p50_ns")),
                Quantity.duration(row.number("p90_ns")),
                Quantity.duration(row.number("p99_ns")),
                Quantity.duration(row.number("p999_ns")),
                Quantity.duration(row.number("p9999_ns")),
                Quantity.duration(row.number("max_ns")),
                Quantity.number(row.number("errors")));
    }

    /** A row a measured phase: what was set, and what came of it. */
    static void steps(Html html, List<MeasuredPhase> phases, List<Row> parameters) {
        Map<Long, Map<String, String>> set = new TreeMap<>();
        List<String> keys =
                parameters.stream().map(row -> row.text("key")).distinct().toList();
        parameters.forEach(row -> set.computeIfAbsent(row.whole("step"), step -> new LinkedHashMap<>())
                .put(row.text("key"), row.text("value")));
        List<String> titles = new ArrayList<>(List.of(">step", ">trial", "phase"));
        keys.forEach(key -> titles.add(SweepCharts.shortKey(key)));
        boolean clients = keys.stream().noneMatch(key -> key.endsWith("clients"));
        if (clients) {
            titles.add(">clients");
        }
        titles.addAll(List.of(
                ">ok/s",
                ">p50",
                ">p99",
                ">p99.9",
                ">max",
                ">operations",
                ">errors",
                "generator",
                "thresholds",
                "answers"));
        List<List<String>> cells = new ArrayList<>();
        for (MeasuredPhase phase : phases) {
            Row row = phase.row();
            List<String> line = new ArrayList<>(List.of(row.text("step"), row.text("trial"), row.text("phase")));
            keys.forEach(key ->
                    line.add(set.getOrDefault(row.whole("step"), Map.of()).getOrDefault(key, "")));
            if (clients) {
                line.add(row.text("clients"));
            }
            line.addAll(List.of(
                    Quantity.number(row.number("throughput_per_s")),
                    Quantity.duration(row.number("p50_ns")),
                    Quantity.duration(row.number("p99_ns")),
                    Quantity.duration(row.number("p999_ns")),
                    Quantity.duration(row.number("max_ns")),
                    Quantity.number(row.number("operations")),
                    Quantity.number(row.number("errors")),
                    row.has("validity") ? row.text("validity") : row.text("state"),
                    row.has("thresholds") ? row.text("thresholds") : Quantity.NONE,
                    row.has("answers") ? row.text("answers") : Quantity.NONE));
            cells.add(line);
        }
        html.table(titles, cells);
        html.element("p class=\"note\"", "Latencies are response times of all operations with outcome ok.");
    }

    /** What JMeter's summary report shows, as it defines it. */
    static void jmeter(Html html, List<Row> rows) {
        html.table(
                List.of(
                        "label",
                        ">samples",
                        ">average ms",
                        ">median ms",
                        ">90 % line ms",
                        ">min ms",
                        ">max ms",
                        ">error %",
                        ">throughput/s",
                        ">KB/s"),
                rows.stream()
                        .map(row -> List.of(
                                row.text("label"),
                                Quantity.number(row.number("samples")),
                                Quantity.number(row.number("average_ms")),
                                Quantity.number(row.number("median_ms")),
                                Quantity.number(row.number("p90_ms")),
                                Quantity.number(row.number("min_ms")),
                                Quantity.number(row.number("max_ms")),
                                Quantity.number(row.number("error_percent")),
                                Quantity.number(row.number("throughput_per_s")),
                                Quantity.number(row.number("kb_per_s"))))
                        .toList());
        html.element(
                "p class=\"note\"",
                "As JMeter's summary report defines them: service times, all outcomes together, over the measured phases of"
                        + " the trial in which the label was executed; 1 KB is 1,024 bytes received.");
    }

    /** Outcomes other than ok, by class. */
    static void outcomes(Html html, List<Row> rows) {
        Map<String, Long> all = new TreeMap<>();
        rows.forEach(row -> all.merge(row.text("operation"), row.whole("count"), Long::sum));
        List<List<String>> cells = rows.stream()
                .filter(row -> !row.text("outcome").equals("ok") && row.whole("count") > 0)
                .map(row -> List.of(
                        row.text("operation"),
                        row.text("outcome"),
                        Quantity.number(row.number("count")),
                        Quantity.percent(row.number("count") * 100 / all.getOrDefault(row.text("operation"), 1L)),
                        row.text("first_message")))
                .toList();
        if (cells.isEmpty()) {
            html.element("p", "No errors: every operation ended with outcome ok.");
        } else {
            html.table(List.of("operation", "outcome", ">count", ">of all", "first message"), cells);
            html.element("p class=\"note\"", "Absent and duplicate are answers of the database and no errors.");
        }
    }
}

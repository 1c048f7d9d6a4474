package muster.store.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import muster.model.AnswerVerdict;
import muster.store.report.chart.MeasuredPhase;
import muster.store.report.chart.SweepCharts;
import muster.store.table.OtherColumn;
import muster.store.table.Row;
import muster.text.Quantity;

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

    private static void latencies(Html html, List<Row> all, String timing) {
        List<Row> rows =
                all.stream().filter(row -> row.text("timing").equals(timing)).toList();
        List<OtherColumn> others = others(rows);
        List<String> titles = new ArrayList<>(List.of(
                "operation", ">ok", ">ok/s", ">mean", ">p50", ">p90", ">p99", ">p99.9", ">p99.99", ">max", ">errors"));
        others.forEach(other -> titles.add(">" + other.title()));
        html.table(titles, rows.stream().map(row -> latencies(row, others)).toList());
    }

    /** Outcomes that are neither ok nor errors, of which there are any in these rows. */
    static List<OtherColumn> others(List<Row> rows) {
        return OtherColumn.of(rows.stream().map(Row::counts).toList());
    }

    private static List<String> latencies(Row row, List<OtherColumn> others) {
        List<String> cells = new ArrayList<>(List.of(
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
                Quantity.number(row.number("errors"))));
        others.forEach(other -> cells.add(Quantity.number((double) other.of(row.counts()))));
        return cells;
    }

    /** @param title as {@link Html#table} has it */
    private record Column(String title, Function<MeasuredPhase, String> cell) {}

    /** A row a measured phase: what was set, and what came of it. */
    static void steps(Html html, List<MeasuredPhase> phases, List<Row> parameters) {
        List<Column> columns = new ArrayList<>(settings(phases, parameters));
        columns.addAll(figures(others(phases.stream().map(MeasuredPhase::row).toList())));
        html.table(
                columns.stream().map(Column::title).toList(),
                phases.stream()
                        .map(phase -> columns.stream()
                                .map(column -> column.cell().apply(phase))
                                .toList())
                        .toList());
        html.element("p class=\"note\"", "Latencies are response times of all operations with outcome ok.");
    }

    /** What is the same in all steps has no column. */
    private static List<Column> settings(List<MeasuredPhase> phases, List<Row> parameters) {
        List<String> keys =
                parameters.stream().map(row -> row.text("key")).distinct().toList();
        List<Column> columns = new ArrayList<>(List.of(plain(">step", "step"), plain(">trial", "trial")));
        if (phases.stream().map(phase -> phase.at().phase()).distinct().count() > 1) {
            columns.add(plain("phase", "phase"));
        }
        keys.forEach(key -> columns.add(new Column(SweepCharts.shortKey(key), phase -> value(phase, key, parameters))));
        if (keys.stream().noneMatch(key -> key.endsWith("clients"))) {
            columns.add(plain(">clients", "clients"));
        }
        return columns;
    }

    private static String value(MeasuredPhase phase, String key, List<Row> parameters) {
        return parameters.stream()
                .filter(row -> row.whole("step") == phase.at().step()
                        && row.text("key").equals(key))
                .map(row -> row.text("value"))
                .findFirst()
                .orElse("");
    }

    private static List<Column> figures(List<OtherColumn> others) {
        List<Column> columns = new ArrayList<>(List.of(
                number(">ok/s", "throughput_per_s"),
                duration(">p50", "p50_ns"),
                duration(">p99", "p99_ns"),
                duration(">p99.9", "p999_ns"),
                duration(">max", "max_ns"),
                number(">operations", "operations"),
                number(">ok", "ok"),
                number(">errors", "errors")));
        others.forEach(other -> columns.add(number(">" + other.title(), other.title())));
        columns.addAll(List.of(
                new Column("generator", phase -> phase.row().text(phase.row().has("validity") ? "validity" : "state")),
                verdict("thresholds"),
                new Column("answers", phase -> phase.row().has("answers") ? answers(phase.row()) : Quantity.NONE)));
        return columns;
    }

    private static String answers(Row row) {
        return AnswerVerdict.text(row.text("answers"), row.whole("answers_compared"), row.whole("answers_asked"));
    }

    private static Column plain(String title, String column) {
        return new Column(title, phase -> phase.row().text(column));
    }

    private static Column number(String title, String column) {
        return new Column(title, phase -> Quantity.number(phase.row().number(column)));
    }

    private static Column duration(String title, String column) {
        return new Column(title, phase -> Quantity.duration(phase.row().number(column)));
    }

    private static Column verdict(String column) {
        return new Column(column, phase -> phase.row().has(column) ? phase.row().text(column) : Quantity.NONE);
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
            html.element(
                    "p class=\"note\"",
                    "absent and duplicate are answers of the database, neither ok nor errors: operations = ok + errors + absent +"
                            + " duplicate.");
        }
    }
}

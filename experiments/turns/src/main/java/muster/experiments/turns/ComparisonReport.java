package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import muster.model.OutcomeCounts;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.report.plot.Svg;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingBars;
import muster.report.ranking.RankingSection;
import muster.statistics.Interval;
import muster.store.file.sqlite.Query;
import muster.store.table.OutcomeRows;
import muster.store.table.Row;
import muster.text.Quantity;

/** The page about arms that took turns: the answer, its figures, and the turns that it rests on. */
public final class ComparisonReport {
    private static final Map<String, String> LABELS = labels();

    private final Row comparison;
    private final List<Row> arms;
    private final List<Arm> others;
    private final Map<String, OutcomeCounts> outcomes;

    /** What is known of an arm but the first: its figures after all restarts, and its plots. */
    private record Arm(String name, List<Row> figures, List<Chart> charts) {}

    private ComparisonReport(ComparisonReader reader) {
        comparison = reader.comparison();
        arms = reader.arms();
        outcomes = reader.outcomes();
        List<Row> figures = reader.figures();
        others = new ArrayList<>();
        for (Row arm : arms.subList(Math.min(1, arms.size()), arms.size())) {
            others.add(arm(reader, arm.text("arm"), figures));
        }
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("throughput", "throughput");
        labels.put("p50", "response p50");
        labels.put("p99", "response p99");
        labels.put("p999", "response p99.9");
        labels.put("cpu_per_operation", "client CPU an operation");
        labels.put(InterleavedComparison.SERVER_CPU, "server CPU an operation");
        return labels;
    }

    /**
     * Reads a comparison.
     *
     * @throws muster.store.file.sqlite.StoreException if there is no such comparison
     */
    public static ComparisonReport read(Query query, long id) {
        return query.atOneMoment(() -> new ComparisonReport(new ComparisonReader(query, id)));
    }

    private Arm arm(ComparisonReader reader, String name, List<Row> all) {
        List<Row> mine =
                all.stream().filter(row -> row.text("arm").equals(name)).toList();
        List<Row> throughput = mine.stream()
                .filter(row -> row.text("name").equals("throughput"))
                .toList();
        if (throughput.isEmpty()) {
            return new Arm(name, List.of(), List.of());
        }
        long startedNs = comparison.whole("started_ns");
        List<BlockRatio> blocks = reader.blocks(base(), name, startedNs);
        TurnCharts charts = new TurnCharts(base(), name, others.size() + 1, comparison.number("elapsed_ns") / 1e9);
        long last = throughput.getLast().whole("restarts");
        return new Arm(
                name,
                mine.stream().filter(row -> row.whole("restarts") == last).toList(),
                List.of(charts.narrowing(throughput, startedNs), charts.blocks(blocks), charts.distribution(blocks)));
    }

    private String base() {
        return arms.getFirst().text("arm");
    }

    /** The page: one file without a script, which needs nothing else. */
    public String html() {
        Html html = new Html().begin("Comparison " + comparison.text("comparison_id"));
        html.raw("<header>").element("h1", String.join(" against ", names()));
        html.element(
                "p class=\"sub\"",
                "Comparison %s (%s), started %s, %s restarts, seed %s"
                        .formatted(
                                comparison.text("comparison_id"),
                                comparison.text("kind"),
                                comparison.text("started_at"),
                                comparison.text("restarts"),
                                comparison.text("seed")));
        html.raw("</header>\n");
        new RankingSection(answer(), List.of(), "", bars()).write(html);
        others.forEach(arm -> figures(html, arm));
        others.forEach(arm -> arm.charts().stream().limit(1).forEach(html::figure));
        others.forEach(arm -> html.multiples(
                "",
                "wide",
                arm.charts()
                        .subList(Math.min(1, arm.charts().size()), arm.charts().size())));
        arms.forEach(arm -> html.part(
                "plan-" + arms.indexOf(arm),
                "Plan of " + arm.text("arm"),
                () -> html.element("pre", arm.text("plan"))));
        return html.end();
    }

    private List<String> names() {
        return arms.stream().map(arm -> arm.text("arm")).toList();
    }

    private String answer() {
        return comparison.has("verdict")
                ? comparison.text("verdict")
                : "This comparison has not ended: its restarts so far are below.";
    }

    /** Best first, as multiples of the first arm. None before the first restart. */
    private List<Chart> bars() {
        List<Contender> bars = new ArrayList<>();
        others.forEach(arm -> arm.figures().stream()
                .filter(row -> row.text("name").equals("throughput"))
                .forEach(row -> bars.add(contender(arm.name(), row))));
        if (bars.isEmpty()) {
            return List.of();
        }
        bars.add(new Contender(base(), 1, Interval.NONE));
        bars.sort(Comparator.comparingDouble(Contender::figure).reversed());
        return List.of(RankingBars.of(
                "arms",
                "Throughput of each arm",
                "The line across a bar's end is the 95 % interval of its ratio to " + base() + ".",
                Criterion.throughput("times as much as " + base(), Quantity::times),
                bars));
    }

    private static Contender contender(String arm, Row row) {
        return new Contender(
                arm,
                row.number("ratio"),
                new Interval(row.number("ratio"), row.number("ratio_low"), row.number("ratio_high")));
    }

    private void figures(Html html, Arm arm) {
        List<List<String>> rows = new ArrayList<>();
        LABELS.forEach((name, label) -> arm.figures().stream()
                .filter(row -> row.text("name").equals(name))
                .forEach(row -> rows.add(row(label, row))));
        OutcomeRows.of(List.of(outcomes(base()), outcomes(arm.name())))
                .forEach(row -> rows.add(List.of(row.get(0), row.get(1), row.get(2), "", "")));
        html.table(List.of("", ">" + base(), ">" + arm.name(), ">ratio", ">95 % interval"), rows);
    }

    private OutcomeCounts outcomes(String arm) {
        return outcomes.getOrDefault(arm, OutcomeCounts.NONE);
    }

    private static List<String> row(String label, Row row) {
        DoubleFunction<String> unit = row.text("unit").equals("ns") ? Quantity::duration : Quantity::rate;
        return List.of(
                label,
                unit.apply(row.number("base")),
                unit.apply(row.number("value")),
                Quantity.fineRatio(row.number("ratio")),
                row.has("ratio_low") && row.has("ratio_high")
                        ? Quantity.fineRatio(row.number("ratio_low")) + " to "
                                + Quantity.fineRatio(row.number("ratio_high"))
                        : Quantity.NONE);
    }

    /** Each plot as an SVG file of its own, by file name. */
    public Map<String, String> plots() {
        Map<String, String> plots = new LinkedHashMap<>();
        bars().forEach(chart -> plots.put(chart.id() + ".svg", Svg.file(chart)));
        others.forEach(arm -> arm.charts().forEach(chart -> plots.put(chart.id() + ".svg", Svg.file(chart))));
        return plots;
    }
}

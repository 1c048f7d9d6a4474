package muster.experiments.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.experiments.limit.SearchedLimit.Step;
import muster.report.extension.LeadSection;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingBars;
import muster.report.ranking.RankingSection;
import muster.statistics.Interval;
import muster.store.table.OtherColumn;
import muster.store.table.Row;
import muster.text.Quantity;

/** The answer of a search for a limit, its plots and the row of each step. */
final class LimitSection implements LeadSection {
    private final SearchedLimit search;
    private final List<Chart> charts;
    private final List<Row> compared;

    /**
     * The section of one search.
     *
     * @param charts the first of which shows most
     * @param compared it, and the targets that took turns with it, best first; empty where it is the only one
     */
    LimitSection(SearchedLimit search, List<Chart> charts, List<Row> compared) {
        this.search = search;
        this.charts = charts;
        this.compared = compared;
    }

    @Override
    public String title() {
        return compared.isEmpty()
                ? "The limit of " + search.row().text("plan")
                : "The limits of "
                        + compared.stream().map(target -> target.text("name")).collect(Collectors.joining(", "));
    }

    @Override
    public String place(Row run) {
        return "Search of " + Quantity.count(search.steps().size(), "step") + "; this is its run " + run.text("name")
                + ", number ";
    }

    @Override
    public List<Chart> charts() {
        return Stream.concat(bars().stream(), charts.stream()).toList();
    }

    @Override
    public void write(Html html) {
        if (!compared.isEmpty()) {
            comparison(html);
        }
        html.element("p class=\"answer\"", search.row().text("sentence"));
        charts.stream().limit(1).forEach(html::figure);
        steps(html);
        charts.stream().skip(1).forEach(chart -> html.fold("The search, step by step", () -> html.figure(chart)));
    }

    private void comparison(Html html) {
        new RankingSection(compared.getFirst().text("answer"), List.of(), "", bars()).write(html);
        html.table(
                List.of(
                        "target",
                        ">operations/s",
                        ">low",
                        ">high",
                        ">" + compared.getFirst().text("latency"),
                        ">times the next",
                        "limited by",
                        ">first run"),
                compared.stream().map(LimitSection::target).toList());
        html.element(
                "p class=\"note\"",
                "Each target was searched by itself, and all took turns, a step each; what follows is of this run's target.");
    }

    /** None where no target carries a rate. */
    private List<Chart> bars() {
        List<Contender> carrying = compared.stream()
                .filter(target -> target.has("rate"))
                .map(LimitSection::contender)
                .toList();
        return carrying.isEmpty()
                ? List.of()
                : List.of(RankingBars.of(
                        "limits",
                        "Highest rate of each target within "
                                + compared.getFirst().text("slo"),
                        "The line across a bar's end is the 95 % interval; none where its upper end is open.",
                        LimitComparison.LIMIT,
                        carrying));
    }

    private static Contender contender(Row target) {
        double rate = target.number("rate");
        return new Contender(
                target.text("name"), rate, new Interval(rate, target.number("low"), target.number("high")));
    }

    private static List<String> target(Row target) {
        return List.of(
                target.text("name"),
                rate(target, "rate"),
                rate(target, "low"),
                rate(target, "high"),
                Quantity.duration(target.number("latency_ns")),
                target.has("ratio")
                        ? LimitSentence.ratio(new Interval(
                                target.number("ratio"),
                                target.has("ratio_low") ? target.number("ratio_low") : 0,
                                target.has("ratio_high") ? target.number("ratio_high") : Double.POSITIVE_INFINITY))
                        : Quantity.NONE,
                target.text("limited_by"),
                target.text("run_id"));
    }

    private static String rate(Row target, String column) {
        return LimitText.rate(target.has(column) ? target.number(column) : null);
    }

    /** What is asked for stands first, as a telephone shows few columns. */
    private void steps(Html html) {
        List<String> titles = new ArrayList<>(List.of(">step", ">offered/s", "holds"));
        search.bounds().forEach(bound -> titles.add(">" + bound));
        List<OtherColumn> others =
                OtherColumn.of(search.steps().stream().map(Step::counts).toList());
        titles.addAll(List.of(">completed/s", ">errors"));
        others.forEach(other -> titles.add(">" + other.title()));
        titles.addAll(List.of("limited by", ">run"));
        html.table(
                titles, search.steps().stream().map(step -> row(step, others)).toList());
        html.element(
                "p class=\"note\"",
                "A step that does not hold is no failure: the search looks for it. ./muster report FILE:RUN has the page of"
                        + " each run.");
    }

    private List<String> row(Step step, List<OtherColumn> others) {
        List<String> row = new ArrayList<>(
                List.of(step.row().text("position"), Quantity.number(step.rate()), step.holds() ? "yes" : "no"));
        search.bounds().forEach(bound -> row.add(step.observed().getOrDefault(bound, Quantity.NONE)));
        row.addAll(
                List.of(Quantity.number(step.row().number("throughput_per_s")), Quantity.percent(step.errorPercent())));
        others.forEach(other -> row.add(Quantity.percent(other.percent(step.counts()))));
        row.addAll(List.of(
                step.limitedBy() + (step.valid() ? "" : " (run invalid)"),
                step.row().text("run_id")));
        return row;
    }
}

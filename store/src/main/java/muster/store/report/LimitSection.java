package muster.store.report;

import java.util.ArrayList;
import java.util.List;
import muster.store.report.chart.SearchedLimit;
import muster.store.report.chart.SearchedLimit.Step;
import muster.store.report.plot.Chart;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** The answer of a search for a limit, its plots and the row of each step. */
final class LimitSection {
    private LimitSection() {}

    /** @param charts the first of which shows most */
    static void write(Html html, SearchedLimit search, List<Chart> charts) {
        html.element("p class=\"answer\"", search.row().text("sentence"));
        charts.stream().limit(1).forEach(html::figure);
        steps(html, search);
        charts.stream().skip(1).forEach(chart -> html.fold("The search, step by step", () -> html.figure(chart)));
    }

    /** What is asked for stands first, as a telephone shows few columns. */
    private static void steps(Html html, SearchedLimit search) {
        List<String> titles = new ArrayList<>(List.of(">step", ">offered/s", "holds"));
        search.bounds().forEach(bound -> titles.add(">" + bound));
        List<OtherColumn> others =
                OtherColumn.of(search.steps().stream().map(Step::counts).toList());
        titles.addAll(List.of(">completed/s", ">errors"));
        others.forEach(other -> titles.add(">" + other.title()));
        titles.addAll(List.of("limited by", ">run"));
        html.table(
                titles,
                search.steps().stream().map(step -> row(search, step, others)).toList());
        html.element(
                "p class=\"note\"",
                "A step that does not hold is no failure: the search looks for it. ./muster report FILE:RUN has the page of"
                        + " each run.");
    }

    private static List<String> row(SearchedLimit search, Step step, List<OtherColumn> others) {
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

package muster.experiments.limit;

import java.util.ArrayList;
import java.util.List;
import muster.experiments.limit.SearchedLimit.Step;
import muster.report.extension.LeadSection;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.store.table.OtherColumn;
import muster.store.table.Row;
import muster.text.Quantity;

/** The answer of a search for a limit, its plots and the row of each step. */
final class LimitSection implements LeadSection {
    private final SearchedLimit search;
    private final List<Chart> charts;

    /** @param charts the first of which shows most */
    LimitSection(SearchedLimit search, List<Chart> charts) {
        this.search = search;
        this.charts = charts;
    }

    @Override
    public String title() {
        return "The limit of " + search.row().text("plan");
    }

    @Override
    public String place(Row run) {
        return "Search of " + Quantity.count(search.steps().size(), "step") + "; this is its run " + run.text("name")
                + ", number ";
    }

    @Override
    public List<Chart> charts() {
        return charts;
    }

    @Override
    public void write(Html html) {
        html.element("p class=\"answer\"", search.row().text("sentence"));
        charts.stream().limit(1).forEach(html::figure);
        steps(html);
        charts.stream().skip(1).forEach(chart -> html.fold("The search, step by step", () -> html.figure(chart)));
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

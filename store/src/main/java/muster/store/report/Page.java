package muster.store.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import muster.store.file.row.CheckKind;
import muster.store.report.plot.Markup;
import muster.store.report.plot.Svg;
import muster.store.table.Quantity;
import muster.store.table.Row;

/** The page of a run: the verdict first, then what it rests on. */
final class Page {
    private final RunReport report;
    private final Html html = new Html();

    Page(RunReport report) {
        this.report = report;
    }

    String html() {
        head();
        summary();
        if (report.isOfSeveral()) {
            html.heading(2, "steps", "Steps and trials");
            Tables.steps(html, report.measured, report.parameters);
            report.sweep.forEach(html::figure);
        }
        report.sections.forEach(this::section);
        trust();
        return html.raw("</main></body></html>\n").toString();
    }

    private void head() {
        html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .element("title", "Run " + report.run.text("run_id") + ": " + report.run.text("name"))
                .raw("<style>\n" + Svg.stylesheet() + stylesheet() + "</style></head>\n<body><main>\n");
    }

    private void summary() {
        Row run = report.run;
        html.raw("<header>").element("h1", run.text("name"));
        String began = run.has("started_at") ? ", started " + run.text("started_at") : "";
        html.element(
                "p class=\"sub\"",
                "Run " + run.text("run_id") + ": workload " + run.text("workload") + " on " + run.text("target") + ", "
                        + run.text("mode") + began + ", seed " + run.text("seed") + ", " + run.text("state"));
        html.raw("</header>\n<section class=\"verdicts\">");
        verdict("Run", RunVerdict.validity(run, report.checks, report.lines));
        verdict("Thresholds", RunVerdict.thresholds(run, report.checks, report.lines));
        verdict("Answers", RunVerdict.answers(run, report.checks, report.lines));
        html.raw("</section>\n");
        if (!run.text("message").isEmpty()) {
            html.element("p class=\"message\"", run.text("message"));
        }
        bottlenecks();
        figures(run);
        warnings();
        contents();
    }

    private void verdict(String of, RunVerdict verdict) {
        html.raw("<div class=\"verdict " + verdict.tone() + "\">")
                .element("p class=\"what\"", of)
                .element("p class=\"word\"", verdict.word())
                .element("p", verdict.meaning());
        list(verdict.because());
        html.raw("</div>\n");
    }

    private void list(List<String> lines) {
        if (!lines.isEmpty()) {
            html.raw("<ul>");
            lines.forEach(line -> html.element("li", line));
            html.raw("</ul>");
        }
    }

    private void figures(Row run) {
        html.raw("<dl class=\"figures\">");
        if (report.measured.size() == 1 || run.has("throughput_per_s")) {
            figure("throughput", Quantity.number(run.number("throughput_per_s")) + "/s");
            figure("response p50", Quantity.duration(run.number("p50_ns")));
            figure("response p99", Quantity.duration(run.number("p99_ns")));
            figure("response p99.9", Quantity.duration(run.number("p999_ns")));
            figure("longest response", Quantity.duration(run.number("max_ns")));
        }
        figure("operations", Quantity.number(run.number("operations")));
        double errors = run.number("errors") * 100 / run.number("operations");
        figure(
                "errors",
                Quantity.number(run.number("errors")) + (errors > 0 ? " (" + Quantity.percent(errors) + ")" : ""));
        figure("workers", Quantity.number(run.number("workers")));
        html.raw("</dl>\n");
    }

    private void figure(String name, String value) {
        html.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
    }

    private void bottlenecks() {
        report.lines.of(CheckKind.FINDING).forEach(line -> html.element("p class=\"message\"", line));
    }

    private void warnings() {
        List<String> warnings = report.lines.failed(CheckKind.WARNING);
        if (!warnings.isEmpty()) {
            html.raw("<aside class=\"warning\">").element("strong", "Note");
            list(warnings);
            html.raw("</aside>\n");
        }
        if (report.measured.isEmpty()) {
            html.element(
                    "p class=\"message\"",
                    "This run has no measured phase, so there is nothing to plot: it ended as \""
                            + report.run.text("state") + "\". What was executed stands under Coverage.");
        }
    }

    private void contents() {
        html.raw("<nav><ul>");
        if (report.isOfSeveral()) {
            link("steps", "Steps and trials");
        }
        report.sections.forEach(section -> link(PhaseSection.id(section.phase()), title(section)));
        link("checks", "Checks");
        link("coverage", "Coverage");
        link("environment", "Environment");
        link("plan", "Plan");
        html.raw("</ul></nav>\n");
    }

    private void link(String id, String text) {
        html.raw("<li>").element("a href=\"#" + Markup.escape(id) + "\"", text).raw("</li>");
    }

    private String title(PhaseSection section) {
        var at = section.phase().at();
        return report.isOfSeveral()
                ? "Step " + at.step() + ", trial " + at.trial() + ": " + at.phase()
                : "Measured: " + at.phase();
    }

    private void section(PhaseSection section) {
        Row row = section.phase().row();
        html.raw("<section class=\"phase\">").heading(2, PhaseSection.id(section.phase()), title(section));
        String load = row.has("rate") ? Quantity.number(row.number("rate")) + "/s asked (open loop)" : "closed loop";
        html.element(
                "p class=\"sub\"",
                RunVerdict.count((int) row.whole("clients"), "client") + ", " + load + ", "
                        + RunVerdict.count((int) row.whole("workers"), "worker")
                        + settings(row)
                        + (section.phase().isFinished()
                                ? ""
                                : ". This phase has not ended: latencies of the"
                                        + " whole phase and percentiles appear when it has."));
        Tables.operations(
                html,
                report.operations.stream()
                        .filter(of -> PhaseSection.isOf(section.phase(), of))
                        .toList());
        charts("Over time", section.time());
        charts("Distribution", section.distribution());
        rest(section);
        html.raw("</section>\n");
    }

    private String settings(Row row) {
        String json = row.text("parameters_json");
        return json.isEmpty() || json.equals("{}") ? "" : ", " + json.replaceAll("[{}\"]", "");
    }

    private void charts(String title, List<muster.store.report.plot.Chart> charts) {
        if (!charts.isEmpty()) {
            html.element("h3", title);
            charts.forEach(html::figure);
        }
    }

    private void rest(PhaseSection section) {
        if (section.time().isEmpty()) {
            html.element(
                    "p class=\"note\"",
                    "No plots here: a page with all of them would be too long. Plots are made of the"
                            + " first trials of the first steps.");
        }
        html.element("h3", "As JMeter would tell it");
        Tables.jmeter(html, report.jmeter.stream().filter(section::isOf).toList());
        html.element("h3", "Errors by class");
        Tables.outcomes(
                html,
                report.outcomes.stream()
                        .filter(of -> PhaseSection.isOf(section.phase(), of))
                        .toList());
    }

    private void trust() {
        html.heading(2, "checks", "Checks");
        TrustTables.checks(html, report.checks);
        html.heading(2, "coverage", "Coverage of all phases");
        TrustTables.coverage(html, report.coverage);
        html.heading(2, "environment", "Environment");
        TrustTables.environment(html, report.environment);
        html.heading(2, "plan", "Plan: " + report.run.text("plan"));
        html.element("pre", report.run.text("plan_text"));
        html.element(
                "footer",
                "Made by muster report from the store file alone. What each figure and plot means: docs/report.md.");
    }

    private static String stylesheet() {
        try (InputStream in = Page.class.getResourceAsStream("/muster/store/report/report.css")) {
            if (in == null) {
                throw new IllegalStateException("no resource report.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

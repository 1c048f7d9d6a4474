package muster.report;

import java.util.List;
import muster.model.CheckKind;
import muster.report.extension.LeadSection;
import muster.report.html.Html;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * What a user came for: three verdicts, the headline figures, one plot; then what else must be known. Of a run of
 * an experiment the answer of that, since a step beyond a limit misses its thresholds as it should.
 */
final class FirstScreen {
    private static final int MAX_FAILURES = 3;
    private static final int MAX_FINDINGS = 2;

    private final RunReport report;
    private final Html html;

    FirstScreen(RunReport report, Html html) {
        this.report = report;
        this.html = html;
    }

    void write() {
        title();
        report.lead.ifPresentOrElse(
                lead -> {
                    lead.write(html);
                    html.fold("Verdicts and figures of this run, " + report.run.text("name"), this::run);
                },
                this::run);
        warnings();
    }

    private void run() {
        SweepSection.answers(html, report.answers);
        RunVerdict validity = RunVerdict.validity(report.run, report.checks, report.lines);
        html.raw("<section class=\"verdicts\">");
        card(validity);
        card(RunVerdict.thresholds(report.run, report.checks, report.lines));
        card(RunVerdict.answers(report.run, report.checks, report.lines));
        html.raw("</section>\n");
        messages();
        figures(report.run, validity.tone().equals("bad"));
        SweepSection.tables(html, report.answers);
        plot();
    }

    private void title() {
        Row run = report.run;
        String began = run.has("started_at") ? ", started " + run.text("started_at") : "";
        html.raw("<header>").element("h1", report.lead.map(LeadSection::title).orElse(run.text("name")));
        html.element(
                "p class=\"sub\"",
                report.lead.map(lead -> lead.place(run)).orElse("Run ") + run.text("run_id") + ": workload "
                        + run.text("workload") + " on " + run.text("target") + ", " + run.text("mode") + began
                        + ", seed " + run.text("seed") + ", " + run.text("state"));
        html.raw("</header>\n");
    }

    private void card(RunVerdict verdict) {
        html.raw("<div class=\"verdict " + verdict.tone() + "\">")
                .element("p class=\"what\"", verdict.question())
                .element("p class=\"word\"", verdict.word())
                .element("p", verdict.meaning());
        html.list(verdict.failures().stream().limit(MAX_FAILURES).toList());
        if (!verdict.detail().isEmpty()) {
            html.fold("details", () -> html.list(verdict.detail()));
        }
        html.raw("</div>\n");
    }

    private void messages() {
        if (!report.run.text("message").isEmpty()) {
            html.raw("<div class=\"message\">")
                    .folded(report.run.text("message"))
                    .raw("</div>\n");
        }
        findings(report.lines.of(CheckKind.FINDING));
    }

    /** Many would push the figures off the screen. */
    private void findings(List<String> lines) {
        if (lines.size() > MAX_FINDINGS) {
            html.fold("What limited each step", () -> html.list(lines));
        } else {
            lines.forEach(line -> html.element("p class=\"finding\"", line));
        }
    }

    /** Figures of an invalid run look as if they were not to be used. */
    private void figures(Row run, boolean doubtful) {
        html.raw("<dl class=\"figures" + (doubtful ? " doubtful" : "") + "\">");
        if (report.measured.size() == 1 || run.has("throughput_per_s")) {
            figure("throughput", Quantity.number(run.number("throughput_per_s")) + "/s");
            figure("response p50", Quantity.duration(run.number("p50_ns")));
            figure("response p99", Quantity.duration(run.number("p99_ns")));
            figure("response p99.9", Quantity.duration(run.number("p999_ns")));
            figure("max response", Quantity.duration(run.number("max_ns")));
        }
        figure("operations", Quantity.number(run.number("operations")));
        figure("ok", Quantity.number(run.number("ok")));
        count(run, "errors");
        Tables.others(List.of(run)).forEach(other -> count(run, other.title()));
        figure("workers", Quantity.number(run.number("workers")));
        html.raw("</dl>\n");
    }

    /** With its share of the operations. */
    private void count(Row run, String outcome) {
        double percent = run.number(outcome) * 100 / run.number("operations");
        figure(
                outcome,
                Quantity.number(run.number(outcome)) + (percent > 0 ? " (" + Quantity.percent(percent) + ")" : ""));
    }

    private void figure(String name, String value) {
        html.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
    }

    /** Of a sweep its curve, of a single phase its course over time. */
    private void plot() {
        if (!report.sweep.isEmpty()) {
            html.figure(report.sweep.getFirst());
        } else if (!report.isOfSeveral()) {
            report.sections.stream()
                    .flatMap(section -> section.timeline().stream())
                    .forEach(html::figure);
        }
    }

    private void warnings() {
        List<String> warnings = report.lines.failed(CheckKind.WARNING);
        if (!warnings.isEmpty()) {
            html.raw("<aside class=\"warning\">").element("strong", "Note");
            html.list(warnings);
            html.raw("</aside>\n");
        }
        if (report.measured.isEmpty()) {
            html.element(
                    "p class=\"message\"",
                    "This run has no measured phase, so there is nothing to plot: it ended as \""
                            + report.run.text("state") + "\". What was executed stands under Coverage.");
        }
    }
}

package muster.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.model.AnswerVerdict;
import muster.model.CheckKind;
import muster.report.extension.LeadSection;
import muster.report.html.Html;
import muster.report.plot.Markup;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * What a user came for: the answer, one plot, the verdicts, the headline figures; then what else must be known. Of a run of
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

    /** The picture is under the answer; where all is not well, what speaks against it comes between. */
    private void run() {
        RunVerdict validity = RunVerdict.validity(report.run, report.checks, report.lines);
        RunVerdict answers = RunVerdict.answers(report.run, report.checks, report.lines);
        List<RunVerdict> verdicts =
                List.of(validity, RunVerdict.thresholds(report.run, report.checks, report.lines), answers);
        boolean well = validity.tone().equals("good") && verdicts.stream().noneMatch(RunVerdict::isBad);
        answer(validity, answers);
        if (well) {
            plot();
            well(verdicts);
            messages();
        } else {
            cards(verdicts);
            messages();
            plot();
        }
        figures(report.run, validity.isBad());
        SweepSection.tables(html, report.answers);
        report.timeline.ifPresent(html::figure);
    }

    /** An answer that must not be used says so itself. */
    private void answer(RunVerdict validity, RunVerdict answers) {
        SweepSection.answers(html, report.answers);
        String doubt = Stream.of(validity, answers)
                .filter(RunVerdict::isBad)
                .map(verdict -> verdict.word().equals("WRONG") ? "WRONG ANSWERS: " : verdict.word() + ": ")
                .collect(Collectors.joining());
        RunSentence.of(report).ifPresent(sentence -> html.element("p class=\"answer\"", doubt + sentence));
    }

    private void cards(List<RunVerdict> verdicts) {
        html.raw("<section class=\"verdicts\">");
        verdicts.forEach(this::card);
        html.raw("</section>\n");
    }

    /** In one line, which unfolds. */
    private void well(List<RunVerdict> verdicts) {
        html.raw("<details class=\"well\"><summary><strong>VALID</strong>")
                .raw(Markup.escape("; thresholds " + report.run.text("thresholds") + "; answers " + answers()))
                .raw("</summary>\n");
        cards(verdicts);
        html.raw("</details>\n");
    }

    private String answers() {
        Row run = report.run;
        return AnswerVerdict.text(run.text("answers"), run.whole("answers_compared"), run.whole("answers_asked"));
    }

    private void title() {
        Row run = report.run;
        String began = run.has("started_at") ? ", started " + run.text("started_at") : "";
        html.raw("<header>").element("h1", report.lead.map(LeadSection::title).orElse(report.title()));
        html.element(
                "p class=\"sub\"",
                report.lead.map(lead -> lead.place(run)).orElse("Run ") + run.text("run_id") + ": workload "
                        + run.text("workload") + " on " + String.join(", ", report.targets()) + ", " + run.text("mode")
                        + began
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
            figure("throughput", Quantity.rate(run.number("throughput_per_s")));
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

package muster.store.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import muster.store.report.chart.PhaseSection;
import muster.store.report.plot.Svg;

/** The page of a run: the verdict first, then what it rests on. */
final class Page {
    private final RunReport report;
    private final Html html = new Html();

    Page(RunReport report) {
        this.report = report;
    }

    String html() {
        head();
        new FirstScreen(report, html).write();
        contents();
        steps();
        report.sections.forEach(section -> new PhasePage(report, html, section).write());
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

    /** Of several phases the folded headings are the contents. */
    private void contents() {
        html.raw("<nav><ul>");
        if (report.isOfSeveral()) {
            link("steps", "Steps and trials");
        } else {
            report.sections.forEach(section -> link(PhaseSection.id(section.phase()), "Operations"));
        }
        link("checks", "Checks");
        link("coverage", "Coverage");
        link("environment", "Environment");
        link("plan", "Plan");
        html.raw("</ul></nav>\n");
    }

    private void link(String id, String text) {
        html.raw("<li>").element("a href=\"#" + id + "\"", text).raw("</li>");
    }

    /** The first plot of a sweep stands on the first screen. */
    private void steps() {
        if (report.isOfSeveral()) {
            html.heading(2, "steps", "Steps and trials");
            Tables.steps(html, report.measured, report.parameters);
        }
        if (report.sweep.size() > 1) {
            html.multiples("", "wide", report.sweep.subList(1, report.sweep.size()));
        }
    }

    private void trust() {
        html.heading(2, "checks", "Checks");
        TrustTables.checks(html, report.checks);
        folded("coverage", "Coverage of all phases", () -> TrustTables.coverage(html, report.coverage));
        folded("environment", "Environment", () -> TrustTables.environment(html, report.environment));
        folded("plan", "Plan: " + report.run.text("plan"), () -> html.element("pre", report.run.text("plan_text")));
        html.element(
                "footer",
                "Made by muster report from the store file alone. What each figure and plot means: docs/report.md.");
    }

    private void folded(String id, String title, Runnable content) {
        html.raw("<details class=\"part\"><summary>").heading(2, id, title).raw("</summary>\n");
        content.run();
        html.raw("</details>\n");
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

package muster.report;

import muster.report.chart.PhaseSection;
import muster.report.html.Html;

/** The page of a run: the verdict first, then what it rests on. */
final class Page {
    private final RunReport report;
    private final Html html = new Html();

    Page(RunReport report) {
        this.report = report;
    }

    String html() {
        html.begin("Run " + report.run.text("run_id") + ": " + report.title());
        new FirstScreen(report, html).write();
        contents();
        steps();
        report.sections.forEach(section -> new PhasePage(report, html, section).write());
        trust();
        return html.end();
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
            StageTables.sideBySide(html, report.stages);
        }
        if (report.sweep.size() > 1) {
            html.multiples("", "wide", report.sweep.subList(1, report.sweep.size()));
        }
    }

    private void trust() {
        html.heading(2, "checks", "Checks");
        TrustTables.checks(html, report.checks);
        if (!report.firstAnswers.isEmpty()) {
            html.part("answers", "Answers without parameters", () -> TrustTables.answers(html, report.firstAnswers));
        }
        html.part("coverage", "Coverage of all phases", () -> TrustTables.coverage(html, report.coverage));
        html.part("environment", "Environment", () -> TrustTables.environment(html, report.environment));
        html.part("plan", "Plan: " + report.run.text("plan"), () -> html.element("pre", report.run.text("plan_text")));
    }
}

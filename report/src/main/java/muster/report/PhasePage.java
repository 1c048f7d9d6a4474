package muster.report;

import java.util.List;
import muster.report.chart.LoadSection;
import muster.report.chart.PhaseSection;
import muster.report.chart.SweepCharts;
import muster.report.html.Html;
import muster.store.table.Row;
import muster.text.Quantity;

/** The part of the page about one measured phase. Of several phases, and of an experiment, each is folded under its heading. */
final class PhasePage {
    private final RunReport report;
    private final Html html;
    private final PhaseSection section;

    PhasePage(RunReport report, Html html, PhaseSection section) {
        this.report = report;
        this.html = html;
        this.section = section;
    }

    void write() {
        boolean folds = report.folds();
        html.raw(folds ? "<details class=\"phase\"><summary>" : "<section class=\"phase\">")
                .heading(2, PhaseSection.id(section.phase()), title())
                .raw(folds ? "</summary>\n" : "");
        html.element("p class=\"sub\"", load());
        section.load().ifPresent(this::profile);
        if (report.isOfSeveral()) {
            section.timeline().ifPresent(html::figure);
        }
        StreamsTable.write(html, ofPhase(report.streams));
        Tables.operations(html, ofPhase(report.operations));
        Tables.outcomes(html, ofPhase(report.outcomes));
        EmptyAnswersTable.write(html, ofPhase(report.answerCounts));
        plots();
        if (section.timeline().isPresent()) {
            stages();
        }
        html.fold(
                "JMeter's summary report",
                () -> Tables.jmeter(
                        html, report.jmeter.stream().filter(section::isOf).toList()));
        html.raw(folds ? "</details>\n" : "</section>\n");
    }

    private void profile(LoadSection load) {
        load.profiles().forEach(line -> html.element("p class=\"sub\"", line));
        load.recoveries().forEach(sentence -> html.element("p", sentence));
        load.charts().forEach(html::figure);
    }

    /** A step by its values. */
    private String title() {
        var at = section.phase().at();
        if (!report.isOfSeveral()) {
            return "Measured: " + at.phase();
        }
        boolean trials = report.measured.stream().anyMatch(phase -> phase.at().trial() > 1);
        return settings() + (trials ? ", trial " + at.trial() : "") + ": " + at.phase();
    }

    /** The swept settings, as "clients 4, algorithm stou"; the number of a step that has none. */
    private String settings() {
        int step = section.phase().at().step();
        List<String> set = report.parameters.stream()
                .filter(row -> row.whole("step") == step)
                .map(row -> SweepCharts.shortKey(row.text("key")) + " " + row.text("value"))
                .toList();
        return set.isEmpty() ? "Step " + step : String.join(", ", set);
    }

    private String load() {
        Row row = section.phase().row();
        String profile = section.load().map(LoadSection::description).orElse("");
        if (!profile.isEmpty()) {
            return profile + ", " + Quantity.count((int) row.whole("workers"), "worker");
        }
        int streams = ofPhase(report.streams).size();
        String model = streams > 0
                ? Quantity.count(streams, "stream")
                        + (ofPhase(report.turns).isEmpty() ? " at the same time" : " in turns")
                : row.has("rate") ? Quantity.number(row.number("rate")) + "/s asked (open loop)" : "closed loop";
        return Quantity.count((int) row.whole("clients"), "client") + ", " + model + ", "
                + Quantity.count((int) row.whole("workers"), "worker")
                + (section.phase().isFinished()
                        ? ""
                        : ". This phase has not ended: latencies of the whole phase and percentiles appear when it has.");
    }

    private List<Row> ofPhase(List<Row> rows) {
        return rows.stream()
                .filter(row -> PhaseSection.isOf(section.phase(), row))
                .toList();
    }

    private void stages() {
        report.stages.stream()
                .filter(stages -> stages.at().equals(section.phase().at()) && stages.any())
                .forEach(stages -> StageTables.phase(html, stages));
    }

    private void plots() {
        if (section.timeline().isEmpty()) {
            html.element(
                    "p class=\"note\"",
                    "No plots here: a page with all of them would be too long. Plots are made of the"
                            + " first trials of the first steps.");
            return;
        }
        html.multiples("Operations over time", "", section.time());
        html.multiples("Distribution", "", section.distribution());
        html.zoom(section.jitter());
        html.multiples("", "", section.stages());
        if (!section.host().isEmpty()) {
            html.fold(
                    "Load generator: processor, heap, lost time, hiccups",
                    () -> html.multiples("", "", section.host()));
        }
    }
}

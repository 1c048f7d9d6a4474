package muster.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.model.CheckKind;
import muster.report.chart.PhaseSection;
import muster.report.chart.RunTimeline;
import muster.report.chart.SweepCharts;
import muster.report.extension.LeadSection;
import muster.report.extension.ReportExtensions;
import muster.report.plot.Chart;
import muster.report.plot.Svg;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.report.stage.PhaseStages;
import muster.report.sweep.SweepAnswer;
import muster.store.file.sqlite.Query;
import muster.store.table.CheckLines;
import muster.store.table.Row;
import muster.text.JsonReader;

/**
 * All that is told of one run: tables from the views, plots from their rows and from merged histograms. Read in one go,
 * so that the figures of a run that still goes on belong together.
 */
public final class RunReport {
    /** The view merges all buckets of a run, and the streams of most runs have no name. */
    private static final String NAMED = "SELECT 1 FROM stream WHERE run_id = ? AND name <> '' LIMIT 1";

    private static final String TURNS = "SELECT DISTINCT step, trial, phase FROM turn_window WHERE run_id = ?";

    /** Beyond these a page would be too long to read: first one trial a step is drawn, then the first steps only. */
    private static final int MAX_DRAWN = 24;

    final Row run;
    final List<MeasuredPhase> measured;
    final List<PhaseSection> sections;
    final List<SweepAnswer> answers;
    final List<Chart> sweep;
    final Optional<LeadSection> lead;
    /** Over all phases. */
    final Optional<Chart> timeline;

    final List<Row> parameters;
    final List<Row> operations;
    final List<PhaseStages> stages;
    final List<Row> jmeter;
    final List<Row> outcomes;
    final List<Row> answerCounts;
    final List<Row> checks;
    final CheckLines lines;
    final List<Row> coverage;
    /** The loads of phases that offer several; none in older files. */
    final List<Row> streams;

    /** The phases whose loads took turns. */
    final List<Row> turns;

    final List<Row> firstAnswers;
    final List<Row> environment;

    private RunReport(RunReader reader) {
        run = reader.run();
        measured = reader.measured();
        parameters = reader.parameters();
        operations = reader.all("operation_summary", "step, trial, phase, operation, timing");
        stages = reader.stages();
        jmeter = reader.all("jmeter_summary", "step, trial, label");
        outcomes = reader.all("outcome_summary", "step, trial, phase, operation, count DESC, outcome");
        answerCounts = reader.all("answer_summary", "step, trial, phase, operation");
        checks = reader.all("check_summary", "passed, kind = 'warning', step, trial, kind, name, worker").stream()
                .filter(check -> !check.text("kind").equals(CheckKind.FINDING.label()))
                .toList();
        lines = reader.checkLines();
        coverage = reader.all("coverage_summary", "step, trial, phase");
        streams = reader.has("stream_summary") && !reader.rows(NAMED).isEmpty()
                ? reader.all("stream_summary", "step, trial, phase").stream()
                        .filter(row -> !row.text("stream").isEmpty())
                        .toList()
                : List.of();
        turns = streams.isEmpty() || !reader.has("turn_window") ? List.of() : reader.rows(TURNS);
        firstAnswers = reader.all("first_answer", "operation, step, trial, phase");
        environment = reader.all("environment", "key, source, worker, session");
        answers = reader.answers();
        List<Chart> curves = SweepCharts.charts(measured, parameters, answers);
        sweep = curves.isEmpty() ? SweepSection.bars(answers) : curves;
        lead = ReportExtensions.lead(reader);
        timeline = RunTimeline.read(reader);
        sections = sections(reader);
    }

    /**
     * Reads a run.
     *
     * @throws muster.store.file.sqlite.StoreException if there is no such run, or the file is damaged
     */
    public static RunReport read(Query query, long runId) {
        return query.atOneMoment(() -> new RunReport(new RunReader(query, runId)));
    }

    /** The page: one file without a script, which needs nothing else. */
    public String html() {
        return new Page(this).html();
    }

    /** Each plot as an SVG file of its own, by file name. */
    public Map<String, String> plots() {
        Map<String, String> plots = new LinkedHashMap<>();
        charts().forEach(chart -> {
            String name = chart.id();
            for (int i = 2; plots.containsKey(name + ".svg"); i++) {
                name = chart.id() + "-" + i;
            }
            plots.put(name + ".svg", Svg.file(chart));
        });
        return plots;
    }

    private Stream<Chart> charts() {
        return Stream.of(
                        lead.stream().flatMap(first -> first.charts().stream()),
                        sweep.stream(),
                        timeline.stream(),
                        sections.stream().flatMap(PhaseSection::charts))
                .flatMap(charts -> charts);
    }

    /** Its name, with its targets where it has several. */
    String title() {
        List<String> targets = targets();
        return run.text("name") + (targets.size() > 1 ? " on " + String.join(", ", targets) : "");
    }

    /** Of a sweep over targets all of them. */
    List<String> targets() {
        List<String> swept = parameters.stream()
                .flatMap(row -> target(row).stream())
                .distinct()
                .toList();
        return swept.isEmpty() ? List.of(run.text("target")) : swept;
    }

    private static Optional<String> target(Row parameter) {
        if (parameter.text("key").equals("target.kind")) {
            return Optional.of(parameter.text("value"));
        }
        boolean whole =
                parameter.text("key").equals("target") && parameter.text("type").equals("object");
        return whole
                        && JsonReader.read(parameter.text("value")) instanceof Map<?, ?> target
                        && target.get("kind") instanceof String kind
                ? Optional.of(kind)
                : Optional.empty();
    }

    /** Whether there is more than one thing to compare. */
    boolean isOfSeveral() {
        return measured.size() > 1;
    }

    /** Whether phases unfold: the answer of an experiment comes first. */
    boolean folds() {
        return isOfSeveral() || lead.isPresent();
    }

    private List<PhaseSection> sections(RunReader reader) {
        List<MeasuredPhase> drawn = drawn();
        List<PhaseSection> all = new ArrayList<>();
        for (MeasuredPhase phase : measured) {
            List<Row> of = operations.stream()
                    .filter(row -> PhaseSection.isOf(phase, row))
                    .toList();
            all.add(
                    drawn.contains(phase)
                            ? PhaseSection.read(reader, phase, of, drawn.size())
                            : PhaseSection.withoutPlots(phase));
        }
        return all;
    }

    private List<MeasuredPhase> drawn() {
        List<MeasuredPhase> first = measured.size() <= MAX_DRAWN
                ? measured
                : measured.stream().filter(phase -> phase.at().trial() == 1).toList();
        return first.subList(0, Math.min(MAX_DRAWN, first.size()));
    }
}

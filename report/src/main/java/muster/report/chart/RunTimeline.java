package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import muster.model.CountedOperations;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Plot;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/** A whole run over time: what was completed in each phase, from the first load to the last verification. */
public final class RunTimeline {
    private static final double NS = 1e9;
    private static final int MAX_POINTS = 600;

    private static final String PHASES = """
            SELECT kind, start_ns, max(set_end_ns, measured_until_ns) AS end_ns FROM phase
            WHERE run_id = ? AND state <> 'abandoned' AND start_ns > 0 ORDER BY start_ns""";

    private static final String SECONDS = """
            SELECT i.unix_second AS second, sum(i.ok) AS ok FROM interval i JOIN phase p USING (run_id, step, trial, phase)
            WHERE i.run_id = ? AND p.state <> 'abandoned' AND %s GROUP BY i.unix_second ORDER BY i.unix_second""".formatted(CountedOperations.sql("i.operation"));

    /** Kinds of phases, with what people call them and the place of their colour. */
    private static final Map<String, Integer> COLOURS = Map.of("load", 4, "warmup", 3, "measure", 2, "verify", 5);

    private final List<Row> phases;
    private final List<Row> seconds;
    private final double startS;
    private final double endS;

    private RunTimeline(List<Row> phases, List<Row> seconds) {
        this.phases = phases;
        this.seconds = seconds;
        this.startS = phases.getFirst().number("start_ns") / NS;
        this.endS = Math.max(
                phases.stream().mapToDouble(RunTimeline::endS).max().orElse(startS),
                seconds.getLast().number("second") + 1);
    }

    /** Empty of a run with one phase, whose own plots show all. */
    public static Optional<Chart> read(RunReader reader) {
        List<Row> phases = reader.rows(PHASES);
        List<Row> seconds = reader.rows(SECONDS);
        return phases.size() < 2 || seconds.isEmpty()
                ? Optional.empty()
                : Optional.of(new RunTimeline(phases, seconds).chart());
    }

    private Chart chart() {
        Line completed = new Line("ok in a second", 0, points());
        double top = TimeCharts.largest(List.of(completed));
        List<Mark> marks = new ArrayList<>(bands(top));
        marks.add(completed);
        return new Plot(
                "all-phases",
                "All phases",
                "Operations of all phases that ended with outcome ok, by the second they ended in"
                        + (width() == 1 ? "" : "; each point is the mean of " + width() + " s")
                        + ". Operations of a load are others than those that are measured.",
                new Axis("time since the first phase began", LinearScale.seconds(endS - startS)),
                new Axis("operations/s", LinearScale.upTo(top, Quantity::compact)),
                marks);
    }

    private int width() {
        return Math.max(1, (int) Math.ceil((endS - startS) / MAX_POINTS));
    }

    /** Seconds in which nothing ended are 0: a phase was prepared, or the database stood still. */
    private List<Point> points() {
        int width = width();
        TreeMap<Integer, Double> sums = new TreeMap<>();
        seconds.forEach(row -> sums.merge(
                (int) Math.max(0, (row.number("second") - Math.floor(startS)) / width), row.number("ok"), Double::sum));
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= sums.lastKey(); bin++) {
            double middle = (bin + 0.5) * width - (startS - Math.floor(startS));
            points.add(new Point(Math.clamp(middle, 0, endS - startS), sums.getOrDefault(bin, 0.0) / width));
        }
        return points;
    }

    /** One a kind of phase, with gaps between its phases. */
    private List<Mark> bands(double top) {
        List<Mark> bands = new ArrayList<>();
        COLOURS.keySet().stream().sorted().forEach(kind -> {
            List<Range> ranges = new ArrayList<>();
            phases.stream()
                    .filter(phase -> phase.text("kind").equals(kind))
                    .forEach(phase -> ranges.addAll(ranges(phase, top)));
            if (!ranges.isEmpty()) {
                bands.add(new Band(name(kind), COLOURS.getOrDefault(kind, 0), ranges));
            }
        });
        return bands;
    }

    private List<Range> ranges(Row phase, double top) {
        double from = phase.number("start_ns") / NS - startS;
        double to = Math.max(from, endS(phase) - startS);
        return List.of(new Range(from, 0, top), new Range(to, 0, top), new Range(to, Double.NaN, Double.NaN));
    }

    /** A phase that goes on has no end. */
    private static double endS(Row phase) {
        return Math.max(phase.number("start_ns"), phase.number("end_ns")) / NS;
    }

    private static String name(String kind) {
        return kind.equals("warmup") ? "warm-up" : kind;
    }
}

package muster.store.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import muster.store.report.plot.Axis;
import muster.store.report.plot.Chart;
import muster.store.report.plot.LogScale;
import muster.store.report.plot.Mark;
import muster.store.report.plot.Mark.Band;
import muster.store.report.plot.Mark.Line;
import muster.store.report.plot.Mark.Look;
import muster.store.report.plot.Mark.Point;
import muster.store.report.plot.Mark.Range;
import muster.store.report.plot.Mark.Side;
import muster.store.report.plot.Plot;
import muster.store.table.Quantity;
import muster.store.table.Row;

/**
 * Response times of a phase over time, a plot an operation. Percentiles of different seconds cannot be averaged: bins of
 * several seconds merge the raw histograms, or, where those are too many to read in a moment, show the range of the
 * percentiles of single seconds.
 */
final class LatencyCharts {
    /** Some 20 microseconds each. */
    private static final long MOST_HISTOGRAMS = 20_000;
    /** Samples that p99 needs, and some more, for seconds differ. */
    private static final double ENOUGH = 400;

    private static final int LEAST_BINS = 12;

    private static final String MERGED = """
            SELECT bin, operation, hdr_percentile(h, 50) AS p50_ns, hdr_percentile(h, 99) AS p99_ns, hdr_max(h) AS max_ns
            FROM (SELECT (start_ns / 1000000000 - ?5) / ?6 AS bin, operation, hdr_merge(histogram) AS h FROM snapshot
              WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
                AND accepted GROUP BY bin, operation)""";

    private final RunReader reader;
    private final Seconds seconds;
    private final String prefix;

    LatencyCharts(RunReader reader, Seconds seconds, String prefix) {
        this.reader = reader;
        this.seconds = seconds;
        this.prefix = prefix;
    }

    List<Chart> charts() {
        Seconds wide = withWidth(wantedWidth());
        boolean merged = wide.width() > 1 && histograms() <= MOST_HISTOGRAMS;
        Seconds shown = merged ? wide : seconds;
        Map<String, List<Row>> rows = merged ? merged(wide) : Map.of();
        List<Chart> charts = new ArrayList<>();
        for (String operation : shown.operations()) {
            charts.add(
                    merged
                            ? chart(
                                    shown,
                                    operation,
                                    merged(shown, rows.getOrDefault(operation, List.of())),
                                    mergedText(wide))
                            : chart(shown, operation, single(shown, operation), singleText(shown)));
        }
        return charts;
    }

    private Seconds withWidth(int width) {
        return new Seconds(seconds.phase(), seconds.rows(), seconds.durationS(), width);
    }

    /** Wide enough that most bins of the most frequent operation have a p99, narrow enough that time can be seen. */
    private int wantedWidth() {
        double ok = seconds.operations().stream()
                .mapToDouble(operation -> seconds.bins(operation).values().stream()
                        .flatMap(List::stream)
                        .mapToDouble(row -> row.number("ok"))
                        .sum())
                .max()
                .orElse(0);
        double wanted = ENOUGH * seconds.durationS() / Math.max(1, ok);
        return (int) Math.max(seconds.width(), Math.min(Math.ceil(wanted), seconds.durationS() / LEAST_BINS));
    }

    private long histograms() {
        long reports = reader.of(
                        "count(*) AS n FROM snapshot_batch", seconds.phase().at(), "")
                .getFirst()
                .whole("n");
        return reports
                * seconds.rows().stream()
                        .map(row -> row.text("operation"))
                        .distinct()
                        .count();
    }

    private Map<String, List<Row>> merged(Seconds wide) {
        var at = seconds.phase().at();
        List<Row> rows = reader.rows(
                MERGED, at.step(), at.trial(), at.phase(), seconds.phase().firstSecond(), wide.width());
        return rows.stream().collect(Collectors.groupingBy(row -> row.text("operation")));
    }

    private static List<Mark> merged(Seconds seconds, List<Row> rows) {
        Map<Long, Row> byBin = rows.stream().collect(Collectors.toMap(row -> row.whole("bin"), row -> row));
        List<Mark> marks = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            List<Point> points = new ArrayList<>();
            for (long bin = 0; bin <= seconds.lastBin(); bin++) {
                Row row = byBin.get(bin);
                points.add(new Point(seconds.middle((int) bin), row == null ? Double.NaN : row.number(figure.column)));
            }
            marks.add(figure.line(points));
        }
        return marks;
    }

    private static List<Mark> single(Seconds seconds, String operation) {
        TreeMap<Integer, List<Row>> bins = seconds.bins(operation);
        List<Mark> marks = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            List<Point> points = new ArrayList<>();
            List<Range> ranges = new ArrayList<>();
            for (int bin = 0; bin <= seconds.lastBin(); bin++) {
                double[] sorted = sorted(bins.getOrDefault(bin, List.of()), figure);
                double x = seconds.middle(bin);
                boolean none = sorted.length == 0;
                points.add(new Point(x, none ? Double.NaN : figure.of(sorted)));
                ranges.add(new Range(x, none ? Double.NaN : sorted[0], none ? Double.NaN : sorted[sorted.length - 1]));
            }
            if (seconds.width() > 1 && figure != Figure.MAX) {
                marks.add(new Band("", figure.colour, ranges));
            }
            marks.add(figure.line(points));
        }
        return marks;
    }

    private static double[] sorted(List<Row> rows, Figure figure) {
        return rows.stream()
                .mapToDouble(row -> row.number(figure.column))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    private Chart chart(Seconds shown, String operation, List<Mark> marks, String how) {
        List<Mark> drawn = marks.stream().filter(LatencyCharts::isSeen).toList();
        double[] values = drawn.stream()
                .flatMapToDouble(mark ->
                        mark instanceof Line line ? line.points().stream().mapToDouble(Point::y) : DoubleStream.empty())
                .filter(y -> y > 0)
                .toArray();
        double least = Arrays.stream(values).min().orElse(1e6);
        double largest = Arrays.stream(values).max().orElse(1e7);
        return new Plot(
                prefix + "latency-" + AnchorNames.of(operation),
                "Response time of " + operation + " over time",
                "From the intended start to the end, outcome ok only, by the second of the end; " + how
                        + " No p50 below 5 samples, no p99 below 299: a gap. Excludes errors, load and warm-up.",
                TimeCharts.time(shown),
                new Axis("response time (logarithmic)", LogScale.between(least, largest, Quantity::tick)),
                drawn);
    }

    /** A line of gaps only would stand in the legend and not in the plot. */
    private static boolean isSeen(Mark mark) {
        return !(mark instanceof Line line) || line.points().stream().anyMatch(point -> Double.isFinite(point.y()));
    }

    private static String mergedText(Seconds wide) {
        return "each point is over " + wide.width() + " s, from merged histograms.";
    }

    private static String singleText(Seconds shown) {
        return shown.width() == 1
                ? "each point is one second."
                : "of each " + shown.width()
                        + " s the lines show the middle one of the seconds' p50 and p99, the shades their"
                        + " range, and the largest maximum.";
    }

    /** What a line shows. */
    private enum Figure {
        P50("p50", "p50_ns", 0, Look.SOLID),
        P99("p99", "p99_ns", 1, Look.SOLID),
        MAX("max", "max_ns", 2, Look.DOTTED);

        private final String label;
        private final String column;
        private final int colour;
        private final Look look;

        Figure(String label, String column, int colour, Look look) {
            this.label = label;
            this.column = column;
            this.colour = colour;
            this.look = look;
        }

        private Line line(List<Point> points) {
            return new Line(label, colour, look, Side.LEFT, points);
        }

        private double of(double[] sorted) {
            return this == MAX ? sorted[sorted.length - 1] : sorted[sorted.length / 2];
        }
    }
}

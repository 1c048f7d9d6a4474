package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.store.table.Row;
import muster.text.Quantity;

/** Throughput and errors of a phase over time. */
final class TimeCharts {
    private final Seconds seconds;
    private final WorkerArrivals arrivals;
    private final OutageBands outages;
    private final String prefix;

    TimeCharts(Seconds seconds, WorkerArrivals arrivals, OutageBands outages, String prefix) {
        this.seconds = seconds;
        this.arrivals = arrivals;
        this.outages = outages;
        this.prefix = prefix;
    }

    Chart throughput() {
        List<Mark> marks = new ArrayList<>();
        List<String> operations = seconds.operations();
        if (seconds.width() > 1) {
            marks.add(new Band("all: slowest to fastest second", 6, extremes()));
        }
        if (operations.size() != 1) {
            marks.add(new Line("all operations", 6, line("", "ok_in_time")));
        }
        for (int i = 0; i < operations.size(); i++) {
            Look look = i % 2 == 0 ? Look.SOLID : Look.DASHED;
            marks.add(new Line(operations.get(i), i, look, Side.LEFT, line(operations.get(i), "ok_in_time")));
        }
        marks.addAll(0, outages.marks(largest(marks)));
        marks.addAll(arrivals.moments());
        return new Plot(
                prefix + "throughput",
                "Throughput by operation",
                "Operations that ended with outcome ok before the end of the phase, by the second they ended in"
                        + each()
                        + ". Excludes errors, absent, duplicate, what was drained after the end, load and warm-up."
                        + leftOut(operations) + arrivals.text() + outages.text(),
                time(seconds),
                new Axis("operations/s", LinearScale.upTo(largest(marks), Quantity::compact)),
                marks);
    }

    /** Whether there is anything that is not ok. */
    boolean hasErrors() {
        return any("errors") || any("others");
    }

    private boolean any(String column) {
        return seconds.rows().stream().anyMatch(row -> row.whole(column) > 0);
    }

    Chart errors() {
        List<Mark> marks = new ArrayList<>(List.of(new Line("errors", 1, line("", "errors"))));
        if (any("others")) {
            marks.add(new Line("absent or duplicate", 3, Look.DASHED, Side.LEFT, line("", "others")));
        }
        return new Plot(
                prefix + "errors",
                any("others") ? "Errors, absent and duplicate" : "Errors",
                "Errors: operations that ended with an error class, unknown or aborted, by the second they ended in"
                        + each() + ". Absent and duplicate are answers, a line of their own where there are any.",
                time(seconds),
                new Axis("operations/s", LinearScale.upTo(largest(marks), Quantity::compact)),
                marks);
    }

    /** The axis that all plots of a phase over time share. */
    static Axis time(Seconds seconds) {
        return new Axis("time since the start of the phase", LinearScale.seconds(seconds.durationS()));
    }

    /** Throughput of all operations together. */
    List<Point> all() {
        return line("", "ok_in_time");
    }

    private String each() {
        return seconds.width() == 1 ? "" : "; each point is the mean of " + seconds.width() + " s";
    }

    private String leftOut(List<String> shown) {
        long all = seconds.rows().stream()
                .map(row -> row.text("operation"))
                .distinct()
                .count();
        return all > shown.size() ? " Of " + all + " operations the " + shown.size() + " most frequent are drawn." : "";
    }

    private List<Point> line(String operation, String column) {
        TreeMap<Integer, List<Row>> bins = seconds.bins(operation);
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            List<Row> rows = bins.getOrDefault(bin, List.of());
            points.add(new Point(seconds.middle(bin), seconds.perSecond(rows, row -> row.number(column))));
        }
        return points;
    }

    /** The least and the largest throughput of whole seconds in each bin. */
    private List<Range> extremes() {
        TreeMap<Integer, List<Row>> bins = seconds.bins("");
        List<Range> ranges = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            TreeMap<Long, List<Row>> each = new TreeMap<>();
            bins.getOrDefault(bin, List.of())
                    .forEach(row -> each.computeIfAbsent(row.whole("unix_second"), s -> new ArrayList<>())
                            .add(row));
            ToDoubleFunction<Row> ok = row -> row.number("ok_in_time");
            double[] rates = each.values().stream()
                    .mapToDouble(rows -> seconds.perSecond(rows, ok))
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            double low = rates.length == 0 ? Double.NaN : rates[0];
            double high = rates.length == 0 ? Double.NaN : rates[rates.length - 1];
            ranges.add(new Range(seconds.middle(bin), low, high));
        }
        return ranges;
    }

    static double largest(List<Mark> marks) {
        return marks.stream()
                .flatMap(mark -> switch (mark) {
                    case Line line -> line.points().stream().map(Point::y);
                    case Band band -> band.ranges().stream().map(Range::high);
                    case Mark.Cloud cloud -> cloud.points().stream().map(Point::y);
                    case Mark.Dots dots -> dots.points().stream().map(Point::y);
                    case Mark.Moment moment -> java.util.stream.Stream.<Double>empty();
                })
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }
}

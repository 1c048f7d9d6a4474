package muster.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LogScale;
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

/** Response times of a phase over time, a plot an operation. */
final class LatencyCharts {
    private final LatencyBins bins;
    private final Seconds seconds;
    private final String prefix;

    LatencyCharts(LatencyBins bins, String prefix) {
        this.bins = bins;
        this.seconds = bins.shown();
        this.prefix = prefix;
    }

    /** All with one axis of latency, so that operations can be compared. */
    List<Chart> charts() {
        Map<String, List<Mark>> drawn = new LinkedHashMap<>();
        for (String operation : seconds.operations()) {
            drawn.put(operation, marks(operation));
        }
        List<Mark> all = drawn.values().stream().flatMap(List::stream).toList();
        List<Chart> charts = new ArrayList<>();
        drawn.forEach((operation, marks) -> charts.add(chart(operation, marks, axis(all))));
        return charts;
    }

    private List<Mark> marks(String operation) {
        TreeMap<Integer, List<Row>> rows = bins.rows(operation);
        List<Mark> marks = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            List<Range> ranges = bins.ranges(rows, figure.column);
            if (!bins.merged() && seconds.width() > 1 && figure != Figure.MAX) {
                marks.add(new Band("", figure.colour, ranges));
            }
            marks.add(new Line(figure.label, figure.colour, figure.look, Side.LEFT, bins.points(rows, figure.column)));
        }
        return marks.stream().filter(LatencyCharts::isSeen).toList();
    }

    private Chart chart(String operation, List<Mark> marks, Axis axis) {
        return new Plot(
                prefix + "latency-" + AnchorNames.of(operation),
                "Response time of " + operation,
                "From the intended start to the end, outcome ok only, by the second of the end; "
                        + bins.how()
                        + " No p50 below 5 samples, no p99 below 299: a gap. All operations have the same axes."
                        + " Excludes errors, load and warm-up.",
                TimeCharts.time(seconds),
                axis,
                marks);
    }

    /** Logarithmic, from the least to the largest value of some marks. */
    private static Axis axis(List<Mark> marks) {
        double[] values = marks.stream()
                .flatMap(mark -> mark instanceof Line line ? line.points().stream() : Stream.<Point>empty())
                .mapToDouble(Point::y)
                .filter(y -> y > 0)
                .toArray();
        double least = Arrays.stream(values).min().orElse(1e6);
        double largest = Arrays.stream(values).max().orElse(1e7);
        return new Axis("response time (logarithmic)", LogScale.between(least, largest, Quantity::tick));
    }

    /** A line of gaps only would stand in the legend and not in the plot. */
    private static boolean isSeen(Mark mark) {
        return !(mark instanceof Line line) || line.points().stream().anyMatch(point -> Double.isFinite(point.y()));
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
    }
}

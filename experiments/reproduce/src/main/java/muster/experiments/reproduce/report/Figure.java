package muster.experiments.reproduce.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Cloud;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.store.table.Table;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * A plot as a source has it, of what the store has.
 *
 * @param caption what it shows and leaves out
 * @param points whether values are drawn singly, and not as lines
 * @param right the second vertical axis, or null
 */
public record Figure(
        String id,
        String title,
        String caption,
        boolean points,
        AxisSpec x,
        AxisSpec left,
        @Nullable AxisSpec right) {
    private static final int COLOURS = 6;
    private static final int X = 1;
    private static final int VALUE = 2;

    /**
     * One axis as it was asked for.
     *
     * @param title with the unit
     */
    public record AxisSpec(String title, boolean logarithmic) {
        private Axis through(DoubleStream all) {
            double[] values =
                    all.filter(value -> !logarithmic || value > 0).sorted().toArray();
            return new Axis(title + (logarithmic ? " (logarithmic)" : ""), scale(values));
        }

        private Scale scale(double[] sorted) {
            double least = sorted.length == 0 ? 1 : sorted[0];
            double largest = sorted.length == 0 ? 1 : sorted[sorted.length - 1];
            return logarithmic
                    ? LogScale.between(least, largest, Quantity::compact)
                    : LinearScale.upTo(largest, Quantity::compact);
        }
    }

    /**
     * The plot; empty if there is nothing to draw.
     *
     * @param prefix of its id
     * @param onLeft rows of series, position and value
     * @param onRight the same for the second axis; without rows if there is none
     */
    public Optional<Chart> chart(String prefix, Table onLeft, Table onRight) {
        Map<String, List<Point>> first = series(onLeft);
        Map<String, List<Point>> second = series(onRight);
        if (first.isEmpty() && second.isEmpty()) {
            return Optional.empty();
        }
        List<Point> all = Stream.concat(first.values().stream(), second.values().stream())
                .flatMap(List::stream)
                .toList();
        return Optional.of(new Plot(
                prefix + "-" + id,
                title,
                caption,
                x.through(all.stream().mapToDouble(Point::x)),
                left.through(values(first)),
                right == null ? null : right.through(values(second)),
                marks(first, second)));
    }

    /** A series has one colour on both axes. */
    private List<Mark> marks(Map<String, List<Point>> first, Map<String, List<Point>> second) {
        List<String> names = Stream.concat(first.keySet().stream(), second.keySet().stream())
                .distinct()
                .toList();
        List<Mark> marks = new ArrayList<>();
        first.forEach((name, line) -> {
            int colour = names.indexOf(name) % COLOURS;
            marks.add(
                    points
                            ? new Cloud(name, colour, line)
                            : new Line(named(name, left), colour, Look.SOLID, Side.LEFT, line));
        });
        second.forEach((name, line) ->
                marks.add(new Line(named(name, right), names.indexOf(name) % COLOURS, Look.DASHED, Side.RIGHT, line)));
        return marks;
    }

    private String named(String series, @Nullable AxisSpec axis) {
        return right == null || axis == null ? series : series + ": " + axis.title();
    }

    private static DoubleStream values(Map<String, List<Point>> series) {
        return series.values().stream().flatMap(List::stream).mapToDouble(Point::y);
    }

    private static Map<String, List<Point>> series(Table table) {
        Map<String, List<Point>> series = new LinkedHashMap<>();
        for (List<@Nullable Object> row : table.rows()) {
            if (row.size() > VALUE && row.get(X) instanceof Number position && row.get(VALUE) instanceof Number value) {
                series.computeIfAbsent(String.valueOf(row.getFirst()), name -> new ArrayList<>())
                        .add(new Point(position.doubleValue(), value.doubleValue()));
            }
        }
        return series;
    }
}

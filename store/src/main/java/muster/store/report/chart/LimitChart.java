package muster.store.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.store.report.plot.Axis;
import muster.store.report.plot.Chart;
import muster.store.report.plot.LinearScale;
import muster.store.report.plot.Mark;
import muster.store.report.plot.Mark.Band;
import muster.store.report.plot.Mark.Dots;
import muster.store.report.plot.Mark.Line;
import muster.store.report.plot.Mark.Look;
import muster.store.report.plot.Mark.Point;
import muster.store.report.plot.Mark.Range;
import muster.store.report.plot.Mark.Side;
import muster.store.report.plot.Plot;
import muster.store.table.Quantity;
import muster.store.table.Row;

/** The rates that a search for a limit has tried, one after the other, and the interval that it found. */
public final class LimitChart {
    private static final String SEARCH = """
            SELECT * FROM limit_search l
            WHERE ? IN (SELECT l.run_id UNION SELECT s.run_id FROM limit_step s WHERE s.search_ns = l.started_ns)""";
    private static final String STEPS = """
            SELECT s.position, s.rate, s.holds FROM limit_step s JOIN limit_step own USING (search_ns)
            WHERE ? IN (own.run_id, (SELECT l.run_id FROM limit_search l WHERE l.started_ns = s.search_ns))
            GROUP BY s.position ORDER BY s.position""";
    private static final int INTERVAL_COLOUR = 2;

    private LimitChart() {}

    /** None of a run that belongs to no search, or to one that is not over. */
    public static List<Chart> charts(RunReader reader) {
        List<Row> steps = reader.rows(STEPS);
        return reader.rows(SEARCH).stream()
                .filter(search -> !steps.isEmpty())
                .map(search -> chart(search, steps))
                .toList();
    }

    private static Chart chart(Row search, List<Row> steps) {
        List<Point> tried = points(steps.stream());
        double most = Stream.concat(
                        tried.stream().map(Point::y),
                        Stream.of("low", "high").filter(search::has).map(search::number))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        List<Mark> marks = new ArrayList<>(interval(search, steps.size(), most));
        marks.add(new Line("tried", 0, Look.DOTTED, Side.LEFT, tried));
        marks.add(new Dots("held the bound", 0, Side.LEFT, points(steps.stream().filter(LimitChart::holds))));
        marks.add(new Dots("missed it", 1, Side.LEFT, points(steps.stream().filter(step -> !holds(step)))));
        return new Plot(
                "limit",
                "The search for the highest rate within " + search.text("slo"),
                search.text("sentence") + ". Each step is a run of its own.",
                new Axis(
                        "step", LinearScale.through(tried.stream().map(Point::x).toList(), Quantity::compact)),
                new Axis("offered operations/s", LinearScale.upTo(most, Quantity::compact)),
                marks);
    }

    private static boolean holds(Row step) {
        return step.whole("holds") != 0;
    }

    private static List<Point> points(Stream<Row> steps) {
        return steps.map(step -> new Point(step.number("position"), step.number("rate")))
                .toList();
    }

    /** Up to the top of the plot where the upper end is open. */
    private static List<Mark> interval(Row search, int steps, double most) {
        if (!search.has("low")) {
            return List.of();
        }
        double high = search.has("high") ? search.number("high") : most;
        return List.of(new Band(
                "95 % interval",
                INTERVAL_COLOUR,
                List.of(new Range(1, search.number("low"), high), new Range(steps, search.number("low"), high))));
    }
}

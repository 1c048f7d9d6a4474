package muster.experiments.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import muster.experiments.limit.SearchedLimit.Step;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.store.table.Row;
import muster.text.Quantity;

/** A search for a limit: what was observed at each rate, and the rates in the order in which they were tried. */
public final class LimitChart {
    private static final int HELD = 0;
    private static final int MISSED = 1;
    private static final int INTERVAL = 2;
    private static final int BOUND = 6;

    private final SearchedLimit search;

    private LimitChart(SearchedLimit search) {
        this.search = search;
    }

    /** The first shows most. None of a search without a step. */
    public static List<Chart> charts(SearchedLimit search) {
        LimitChart charts = new LimitChart(search);
        return search.steps().isEmpty()
                ? List.of()
                : Stream.concat(search.latencyBound().stream().flatMap(charts::byRate), Stream.of(charts.course()))
                        .toList();
    }

    /** None where no step has samples enough. */
    private Stream<Chart> byRate(String bound) {
        List<Step> seen = search.steps().stream()
                .filter(step -> step.observedNs(bound) > 0)
                .toList();
        return seen.isEmpty() ? Stream.empty() : Stream.of(byRate(bound, seen));
    }

    private Chart byRate(String bound, List<Step> seen) {
        double limitNs = SearchedLimit.durationNs(bound);
        Scale rates = rates(seen);
        Scale times = times(bound, seen, limitNs);
        ToDoubleFunction<Step> observed = step -> step.observedNs(bound);
        List<Mark> marks = new ArrayList<>();
        if (search.row().has("low")) {
            marks.add(new Band("95 % interval of the limit", INTERVAL, across(rates, times)));
        }
        double left = rates.ticks().getFirst().value();
        double right = rates.ticks().getLast().value();
        marks.add(new Line(
                "bound", BOUND, Look.DASHED, Side.LEFT, List.of(new Point(left, limitNs), new Point(right, limitNs))));
        marks.addAll(dots(seen, Step::rate, observed));
        return new Plot(
                "limit",
                "Response at each offered rate: " + bound,
                "Each dot is a step, which is a run of its own. A step also misses if it keeps less than 98 % of its rate,"
                        + " or another bound.",
                new Axis("offered operations/s", rates),
                new Axis(figure(bound) + " (log.)", times),
                marks);
    }

    /** "p99 &lt; 50ms" without its last two words. */
    private static String figure(String bound) {
        return bound.replaceFirst("\\s*[<=]+.*", "");
    }

    /** From the left to the right end of the interval, over the whole height. */
    private List<Range> across(Scale rates, Scale times) {
        double low = times.ticks().getFirst().value();
        double high = times.ticks().getLast().value();
        return List.of(
                new Range(search.row().number("low"), low, high),
                new Range(upper(rates.ticks().getLast().value()), low, high));
    }

    private double upper(double open) {
        return search.row().has("high") ? search.row().number("high") : open;
    }

    private Scale rates(List<Step> seen) {
        DoubleStream interval = Stream.of("low", "high")
                .filter(search.row()::has)
                .mapToDouble(search.row()::number)
                .filter(rate -> rate > 0);
        double[] all = DoubleStream.concat(seen.stream().mapToDouble(Step::rate), interval)
                .sorted()
                .toArray();
        double least = all[0];
        double most = all[all.length - 1];
        return LinearScale.between(least, most > least ? most : least + 1, Quantity::compact);
    }

    private static Scale times(String bound, List<Step> seen, double limitNs) {
        double[] all = DoubleStream.concat(
                        DoubleStream.of(limitNs), seen.stream().mapToDouble(step -> step.observedNs(bound)))
                .sorted()
                .toArray();
        return LogScale.between(all[0], all[all.length - 1], Quantity::tick);
    }

    private Chart course() {
        List<Step> steps = search.steps();
        ToDoubleFunction<Step> position = step -> step.row().number("position");
        double most = DoubleStream.concat(
                        steps.stream().mapToDouble(Step::rate),
                        Stream.of("low", "high").filter(search.row()::has).mapToDouble(search.row()::number))
                .max()
                .orElse(1);
        List<Mark> marks = new ArrayList<>(interval(search.row(), steps.size(), most));
        marks.add(new Line("tried", HELD, Look.DOTTED, Side.LEFT, points(steps, position, Step::rate)));
        marks.addAll(dots(steps, position, Step::rate));
        List<Double> positions = steps.stream().map(position::applyAsDouble).toList();
        return new Plot(
                "limit-course",
                "The search for the highest rate within " + search.row().text("slo"),
                "The rates in the order in which they were tried; each step is a run of its own.",
                new Axis("step", LinearScale.through(positions, Quantity::compact)),
                new Axis("offered operations/s", LinearScale.upTo(most, Quantity::compact)),
                marks);
    }

    private static List<Mark> dots(List<Step> steps, ToDoubleFunction<Step> x, ToDoubleFunction<Step> y) {
        return List.of(
                dots("held the bound", HELD, steps, Step::holds, x, y),
                dots("missed it", MISSED, steps, step -> !step.holds(), x, y));
    }

    private static Mark dots(
            String name,
            int colour,
            List<Step> steps,
            Predicate<Step> which,
            ToDoubleFunction<Step> x,
            ToDoubleFunction<Step> y) {
        return new Dots(
                name, colour, Side.LEFT, points(steps.stream().filter(which).toList(), x, y));
    }

    private static List<Point> points(List<Step> steps, ToDoubleFunction<Step> x, ToDoubleFunction<Step> y) {
        return steps.stream()
                .map(step -> new Point(x.applyAsDouble(step), y.applyAsDouble(step)))
                .toList();
    }

    /** Up to the top of the plot where the upper end is open. */
    private static List<Mark> interval(Row search, int steps, double most) {
        if (!search.has("low")) {
            return List.of();
        }
        double low = search.number("low");
        double high = search.has("high") ? search.number("high") : most;
        return List.of(new Band(
                "95 % interval of the limit", INTERVAL, List.of(new Range(1, low, high), new Range(steps, low, high))));
    }
}

package muster.experiments.reproduce.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.Stream;
import muster.experiments.reproduce.judgement.Observation;
import muster.report.plot.Axis;
import muster.report.plot.Bars;
import muster.report.plot.Bars.Bar;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.text.Quantity;

/** The figure of a source, drawn again from its numbers, and the same from the store. */
public final class ClaimCharts {
    private static final double WIDE = 12;
    private static final int COLOURS = 6;

    private final ReportedClaim claim;

    private ClaimCharts(ReportedClaim claim) {
        this.claim = claim;
    }

    /** The published one, then ours; one that has no values is left out. */
    public static List<Chart> of(ReportedClaim claim) {
        ClaimCharts charts = new ClaimCharts(claim);
        return Stream.concat(
                        charts.chart("published", "Published", claim.published()),
                        charts.chart("here", "Here", claim.here()))
                .toList();
    }

    private Stream<Chart> chart(String side, String title, List<Observation> values) {
        if (values.isEmpty()) {
            return Stream.empty();
        }
        boolean series = values.stream().anyMatch(value -> Double.isFinite(value.x()));
        return Stream.of(series ? lines(side, title, values) : bars(side, title, values));
    }

    private String id(String side) {
        return claim.name().replaceAll("[^a-z0-9]+", "-") + "-" + side;
    }

    private static String caption(String side) {
        return side.equals("published")
                ? "Drawn from the numbers of the source."
                : "Means over rounds; dots are single rounds where there are several positions.";
    }

    private Chart bars(String side, String title, List<Observation> values) {
        List<Bar> bars = new ArrayList<>();
        ClaimValues.means(values).forEach((label, series) -> {
            double mean = series.firstEntry().getValue();
            bars.add(new Bar(label, List.of(mean), Quantity.number(mean)));
        });
        return new Bars(
                id(side),
                title,
                caption(side),
                new Axis(claim.row().text("unit"), upTo(values)),
                List.of("value"),
                bars);
    }

    private Chart lines(String side, String title, List<Observation> values) {
        List<Mark> marks = new ArrayList<>();
        Map<String, NavigableMap<Double, Double>> means = ClaimValues.means(values);
        means.forEach((label, series) -> {
            int colour = marks.size() / 2 % COLOURS;
            marks.add(new Line(label, colour, points(series)));
            marks.add(new Dots("", colour, Side.LEFT, rounds(values, label)));
        });
        return new Plot(
                id(side),
                title,
                caption(side),
                new Axis("", across()),
                new Axis(claim.row().text("unit"), upTo(values)),
                marks);
    }

    private static List<Point> points(NavigableMap<Double, Double> series) {
        return series.entrySet().stream()
                .map(point -> new Point(point.getKey(), point.getValue()))
                .toList();
    }

    private static List<Point> rounds(List<Observation> values, String label) {
        return values.stream()
                .filter(value -> value.label().equals(label))
                .map(value -> new Point(value.x(), value.value()))
                .toList();
    }

    /** The same for both sides. */
    private Scale across() {
        List<Double> all = Stream.concat(claim.published().stream(), claim.here().stream())
                .map(Observation::x)
                .filter(Double::isFinite)
                .distinct()
                .sorted()
                .toList();
        boolean wide = all.getFirst() > 0 && all.getLast() / all.getFirst() >= WIDE;
        return wide ? LogScale.through(all, Quantity::compact) : LinearScale.through(all, Quantity::compact);
    }

    private static Scale upTo(List<Observation> values) {
        return LinearScale.upTo(
                values.stream().mapToDouble(Observation::value).max().orElse(1), Quantity::compact);
    }
}

package muster.store.analysis.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import muster.store.analysis.AnalysisException;
import muster.store.analysis.claim.Observations.At;
import muster.text.Quantity;

/** The figures by which a shape is judged. */
final class ShapeFigures {
    private static final double ANY = Double.POSITIVE_INFINITY;

    private final Observations here;

    private ShapeFigures(Observations here) {
        this.here = here;
    }

    static List<Figure> of(Shape shape, Observations here) {
        ShapeFigures figures = new ShapeFigures(here);
        return switch (shape) {
            case Shape.Ratio ratio -> {
                double times = 1 + ratio.tolerance();
                yield List.of(figures.quotient(ratio.what(), ratio.expected() / times, ratio.expected() * times));
            }
            case Shape.Order order -> figures.order(order.labels());
            case Shape.Flat flat -> figures.flat(flat);
            case Shape.Crossover crossover -> figures.crossover(crossover);
            case Shape.Linear linear -> List.of(figures.exponent(linear));
            case Shape.AtLeast least -> List.of(figures.quotient(least.what(), least.bound(), ANY));
            case Shape.AtMost most -> List.of(figures.quotient(most.what(), -ANY, most.bound()));
        };
    }

    private Figure quotient(Shape.Quotient what, double low, double high) {
        return what.relative()
                ? ratio(what.toString(), At.single(what.of()), At.single(what.to()), low, high)
                : Figure.plain(what.of(), here.of(At.single(what.of())), low, high);
    }

    private Figure ratio(String name, At of, At to, double low, double high) {
        return Figure.ratio(name, here.of(of, to, (a, b) -> a / b), low, high);
    }

    private List<Figure> order(List<String> labels) {
        List<Figure> figures = new ArrayList<>();
        for (int i = 1; i < labels.size(); i++) {
            figures.add(larger(labels.get(i - 1), labels.get(i)));
        }
        return figures;
    }

    private Figure larger(String one, String other) {
        return Figure.larger(one + " / " + other, here.of(At.single(one), At.single(other), (a, b) -> a / b));
    }

    private List<Figure> flat(Shape.Flat flat) {
        double[] within = Arrays.stream(here.positions(flat.series()))
                .filter(x -> x >= flat.from() && x <= flat.to())
                .toArray();
        if (within.length < 2) {
            throw new AnalysisException("the query gives fewer than two positions of " + flat.series() + " from "
                    + Quantity.number(flat.from()) + " to " + Quantity.number(flat.to()));
        }
        double times = 1 + flat.tolerance();
        At first = new At(flat.series(), within[0]);
        return DoubleStream.of(within)
                .skip(1)
                .mapToObj(x -> ratio(
                        Quantity.number(x) + " / " + Quantity.number(within[0]),
                        new At(flat.series(), x),
                        first,
                        1 / times,
                        times))
                .toList();
    }

    private List<Figure> crossover(Shape.Crossover crossover) {
        double[] others = here.positions(crossover.then());
        double[] common = Arrays.stream(here.positions(crossover.first()))
                .filter(x -> Arrays.binarySearch(others, x) >= 0)
                .toArray();
        if (common.length < 2) {
            throw new AnalysisException("the query gives fewer than two positions that " + crossover.first() + " and "
                    + crossover.then() + " have in common");
        }
        return List.of(
                larger(crossover.first(), crossover.then(), common[0]),
                larger(crossover.then(), crossover.first(), common[common.length - 1]));
    }

    private Figure larger(String one, String other, double x) {
        return Figure.larger(
                one + " / " + other + " at " + Quantity.number(x),
                here.of(new At(one, x), new At(other, x), (a, b) -> a / b));
    }

    /** The slope of a least-squares line through the logarithms, round by round. */
    private Figure exponent(Shape.Linear linear) {
        double[] positions = here.positions(linear.series());
        double[] slopes = Arrays.stream(here.rounds())
                .mapToDouble(round -> slope(linear.series(), positions, round))
                .filter(Double::isFinite)
                .toArray();
        double times = 1 + linear.tolerance();
        return Figure.plain("exponent of " + linear.series(), slopes, 1 / times, times);
    }

    private double slope(String series, double[] positions, int round) {
        double[] known = Arrays.stream(positions)
                .filter(x -> here.value(new At(series, x), round).isPresent())
                .toArray();
        double meanX = Arrays.stream(known).map(Math::log).average().orElse(Double.NaN);
        double up = 0;
        double down = 0;
        for (double x : known) {
            double away = Math.log(x) - meanX;
            up += away * Math.log(here.value(new At(series, x), round).orElseThrow());
            down += away * away;
        }
        return up / down;
    }
}

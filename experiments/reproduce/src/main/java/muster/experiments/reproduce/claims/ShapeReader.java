package muster.experiments.reproduce.claims;

import java.util.ArrayList;
import java.util.List;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.reproduce.judgement.Shape;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.TreeSettings;

/** Reads the shapes of a claim: section "shape". */
final class ShapeReader {
    static final List<String> KINDS = List.of("ratio", "order", "flat", "crossover", "linear", "atLeast", "atMost");

    private static final double MAX = Double.MAX_VALUE;
    private static final double TOLERANCE = 0.25;

    private final TreeSettings shape;
    private final List<Observation> published;

    private ShapeReader(TreeSettings shape, List<Observation> published) {
        this.shape = shape;
        this.published = published;
    }

    /** At least one. Throws {@link PlanException}. */
    static List<Shape> read(TreeSettings claim, List<Observation> published) {
        TreeSettings shape = claim.section("shape");
        for (String kind : shape.raw().keySet()) {
            if (!KINDS.contains(kind)) {
                throw shape.refused(kind, "unknown shape; " + ClosestName.hint(kind, KINDS, "there are"));
            }
        }
        ShapeReader reader = new ShapeReader(shape, published);
        List<Shape> shapes = new ArrayList<>();
        KINDS.stream().filter(shape::has).forEach(kind -> shapes.add(reader.shape(kind)));
        if (shapes.isEmpty()) {
            throw claim.wrong("shape", "a map with one or more of " + String.join(", ", KINDS));
        }
        return shapes;
    }

    private Shape shape(String kind) {
        return switch (kind) {
            case "ratio" -> ratio(section(kind, "of", "to", "value", "tolerance"));
            case "order" -> order();
            case "flat" -> flat(section(kind, "series", "from", "to", "tolerance"));
            case "crossover" -> crossover(section(kind, "first", "then"));
            case "linear" -> linear(section(kind, "series", "tolerance"));
            case "atLeast" -> atLeast(section(kind, "of", "to", "value"));
            case "atMost" -> atMost(section(kind, "of", "to", "value"));
            default -> throw new IllegalStateException(kind);
        };
    }

    private TreeSettings section(String kind, String... keys) {
        TreeSettings section = shape.section(kind);
        section.allowOnly(List.of(keys));
        return section;
    }

    private Shape ratio(TreeSettings of) {
        Shape.Quotient what = new Shape.Quotient(of.text("of"), of.text("to"));
        double expected = of.has("value") ? value(of) : published(of, what.of()) / published(of, what.to());
        return new Shape.Ratio(what, expected, tolerance(of));
    }

    /** What the source says of a label. */
    private double published(TreeSettings of, String label) {
        return published.stream()
                .filter(value -> value.label().equals(label) && Double.isNaN(value.x()))
                .mapToDouble(Observation::value)
                .findFirst()
                .orElseThrow(() -> of.refused(
                        "value", "missing, and published has no single value for " + label + " that it follows from"));
    }

    private Shape order() {
        List<String> labels = Needs.texts(shape, "order");
        if (labels.size() < 2) {
            throw shape.wrong("order", "a list of two labels or more, that of the largest value first");
        }
        return new Shape.Order(labels);
    }

    private static Shape flat(TreeSettings of) {
        return new Shape.Flat(
                of.text("series"), of.number("from", 0, -MAX, MAX), of.number("to", MAX, -MAX, MAX), tolerance(of));
    }

    private static Shape crossover(TreeSettings of) {
        return new Shape.Crossover(of.text("first"), of.text("then"));
    }

    private static Shape linear(TreeSettings of) {
        return new Shape.Linear(of.text("series"), tolerance(of));
    }

    private static Shape atLeast(TreeSettings of) {
        return new Shape.AtLeast(quotient(of), value(of));
    }

    private static Shape atMost(TreeSettings of) {
        return new Shape.AtMost(quotient(of), value(of));
    }

    private static Shape.Quotient quotient(TreeSettings of) {
        return new Shape.Quotient(of.text("of"), of.text("to", ""));
    }

    private static double value(TreeSettings of) {
        if (!of.has("value")) {
            throw of.wrong("value", "a number");
        }
        return of.number("value", 0, -MAX, MAX);
    }

    private static double tolerance(TreeSettings of) {
        return of.number("tolerance", TOLERANCE, 0.001, 10);
    }
}

package muster.report.plot;

import java.util.List;

/** What is drawn in a plot. Colours are places in the palette. */
public sealed interface Mark {
    /** A line through points in their order. A point whose y is NaN is a gap. */
    record Line(String name, int colour, Look look, Side side, List<Point> points) implements Mark {
        public Line(String name, int colour, List<Point> points) {
            this(name, colour, Look.SOLID, Side.LEFT, points);
        }
    }

    /** The room between a lower and an upper line. */
    record Band(String name, int colour, List<Range> ranges) implements Mark {}

    /** Single points, not joined. */
    record Dots(String name, int colour, Side side, List<Point> points) implements Mark {}

    /** Thousands of single points, drawn small. */
    record Cloud(String name, int colour, List<Point> points) implements Mark {}

    /** A moment that something happened at. */
    record Moment(String name, double x) implements Mark {}

    String name();

    /** How a line is drawn; dashes tell lines apart without colours. */
    enum Look {
        SOLID,
        DASHED,
        DOTTED
    }

    /** The axis that the values belong to. */
    enum Side {
        LEFT,
        RIGHT
    }

    record Point(double x, double y) {}

    record Range(double x, double low, double high) {}
}

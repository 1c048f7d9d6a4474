package muster.report.plot;

import java.util.List;
import java.util.Locale;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Cloud;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Moment;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Mark.Side;

/**
 * Marks as SVG paths. Lines lie in a coordinate system of {@link #WIDTH} by {@link #HEIGHT} that is stretched to the room
 * there is, in whole numbers and relative steps: an hour of seconds takes some 20 KB.
 */
final class SvgMarks {
    static final int WIDTH = 4_000;
    static final int HEIGHT = 1_000;
    private static final int COLOURS = 7;

    private SvgMarks() {}

    /** What is stretched with the frame. */
    static String stretched(Plot plot, Mark mark) {
        return switch (mark) {
            case Line line -> path(classes(line), line(plot, line));
            case Band band -> path("band f" + colour(band.colour()), band(plot, band));
            case Cloud cloud -> path("cloud c" + colour(cloud.colour()), cloud(plot, cloud));
            case Dots dots -> "";
            case Moment moment -> "";
        };
    }

    /** What keeps its shape: placed by per cents. */
    static String placed(Plot plot, Mark mark) {
        return switch (mark) {
            case Dots dots -> dots(plot, dots);
            case Line line -> dots(plot, new Dots("", line.colour(), line.side(), lonely(line.points())));
            case Moment moment -> moment(plot, moment);
            case Band band -> "";
            case Cloud cloud -> "";
        };
    }

    static String classes(Line line) {
        String dash = line.look() == Look.DASHED ? " dashed" : line.look() == Look.DOTTED ? " dotted" : "";
        return "line c" + colour(line.colour()) + dash;
    }

    static int colour(int colour) {
        return colour % COLOURS;
    }

    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * fraction);
    }

    private static String path(String classes, String d) {
        return d.isEmpty() ? "" : "<path class=\"" + classes + "\" d=\"" + d + "\"/>";
    }

    private static String line(Plot plot, Line line) {
        Scale y = scale(plot, line.side());
        Pen pen = new Pen();
        for (Point point : line.points()) {
            if (Double.isNaN(point.y())) {
                pen.lift();
            } else {
                pen.to(x(plot, point.x()), (int) Math.round(HEIGHT * (1 - y.at(point.y()))));
            }
        }
        return pen.path.toString();
    }

    /** Forth along the upper line and back along the lower one, for each stretch without a gap. */
    private static String band(Plot plot, Band band) {
        StringBuilder path = new StringBuilder();
        int from = 0;
        for (int i = 0; i <= band.ranges().size(); i++) {
            if (i == band.ranges().size() || Double.isNaN(band.ranges().get(i).low())) {
                path.append(stretch(plot, band.ranges().subList(from, i)));
                from = i + 1;
            }
        }
        return path.toString();
    }

    private static String stretch(Plot plot, List<Range> ranges) {
        Scale y = plot.left().scale();
        Pen pen = new Pen();
        ranges.forEach(range -> pen.to(x(plot, range.x()), (int) Math.round(HEIGHT * (1 - y.at(range.high())))));
        ranges.reversed()
                .forEach(range -> pen.to(x(plot, range.x()), (int) Math.round(HEIGHT * (1 - y.at(range.low())))));
        return ranges.isEmpty() ? "" : pen.path + "z";
    }

    /** Lines without length, which have round ends: ten bytes a point. */
    private static String cloud(Plot plot, Cloud cloud) {
        Scale y = plot.left().scale();
        StringBuilder path = new StringBuilder();
        int x = 0;
        int above = 0;
        for (Point point : cloud.points()) {
            int toX = x(plot, point.x());
            int toY = (int) Math.round(HEIGHT * (1 - y.at(point.y())));
            path.append('m')
                    .append(toX - x)
                    .append(toY < above ? "" : " ")
                    .append(toY - above)
                    .append("h0");
            x = toX;
            above = toY;
        }
        return path.toString();
    }

    private static int x(Plot plot, double value) {
        return (int) Math.round(WIDTH * plot.x().scale().at(value));
    }

    private static Scale scale(Plot plot, Side side) {
        return side == Side.RIGHT && plot.right() != null
                ? plot.right().scale()
                : plot.left().scale();
    }

    private static String dots(Plot plot, Dots dots) {
        Scale y = scale(plot, dots.side());
        StringBuilder all = new StringBuilder();
        for (Point point : dots.points()) {
            if (!Double.isNaN(point.y())) {
                all.append("<circle class=\"fill f%d\" cx=\"%s\" cy=\"%s\" r=\"3\"/>"
                        .formatted(
                                colour(dots.colour()),
                                percent(plot.x().scale().at(point.x())),
                                percent(1 - y.at(point.y()))));
            }
        }
        return all.toString();
    }

    /** Points between two gaps would not be seen as lines. */
    private static List<Point> lonely(List<Point> points) {
        return java.util.stream.IntStream.range(0, points.size())
                .filter(i -> isGap(points, i - 1) && isGap(points, i + 1))
                .mapToObj(points::get)
                .toList();
    }

    private static boolean isGap(List<Point> points, int at) {
        return at < 0 || at >= points.size() || Double.isNaN(points.get(at).y());
    }

    private static String moment(Plot plot, Moment moment) {
        double at = plot.x().scale().at(moment.x());
        String x = percent(at);
        int place = plot.namedMoments().indexOf(moment);
        return "<line class=\"moment\" x1=\"%s\" x2=\"%s\" y1=\"0\" y2=\"100%%\"/>".formatted(x, x)
                + (place < 0 ? "" : name(moment.name(), at, place));
    }

    /** On that side of its line that has room, below the name of the moment before. */
    private static String name(String name, double at, int place) {
        boolean before = at > 0.6;
        return "<text%s x=\"%s\" dx=\"%d\" y=\"%d\">%s</text>"
                .formatted(
                        before ? " class=\"end\"" : "",
                        percent(at),
                        before ? -5 : 5,
                        12 + place % 4 * 15,
                        Markup.escape(name));
    }

    /** Writes a path in relative steps. */
    private static final class Pen {
        private final StringBuilder path = new StringBuilder();
        private boolean down;
        private int x;
        private int y;

        void to(int toX, int toY) {
            if (down) {
                path.append('l').append(toX - x).append(toY < y ? "" : " ").append(toY - y);
            } else {
                path.append('M').append(toX).append(' ').append(toY);
            }
            down = true;
            x = toX;
            y = toY;
        }

        void lift() {
            down = false;
        }
    }
}

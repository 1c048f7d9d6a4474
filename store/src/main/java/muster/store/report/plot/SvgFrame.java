package muster.store.report.plot;

import java.util.List;
import muster.text.Quantity;

/**
 * Axes, grid and labels. Places are per cents of the frame and letters keep their size, so that a plot fits a telephone
 * as well as a wide screen.
 *
 * @param top the room above the frame
 * @param height of the frame
 */
record SvgFrame(int left, int right, int top, int height) {
    static final int LEFT = 64;
    private static final int RIGHT = 18;
    private static final int TOP = 28;
    private static final int BELOW = 44;
    private static final int PLOT_HEIGHT = 220;
    private static final int SMALL_HEIGHT = 130;
    private static final int BAR = 46;

    static SvgFrame of(Chart chart) {
        return of(chart, PLOT_HEIGHT);
    }

    /** For one of several plots beside each other; bars keep their height. */
    static SvgFrame small(Chart chart) {
        return of(chart, SMALL_HEIGHT);
    }

    private static SvgFrame of(Chart chart, int plotHeight) {
        return switch (chart) {
            case Plot plot -> new SvgFrame(LEFT, plot.right() == null ? RIGHT : LEFT, TOP, plotHeight);
            case Bars bars ->
                new SvgFrame(RIGHT, RIGHT + 8, 4, BAR * bars.bars().size());
        };
    }

    int drawingHeight() {
        return top + height + BELOW;
    }

    /** An element of a page, as wide as its room: the labels lie in its margins. */
    String element(Chart chart) {
        return "<svg class=\"plot\" role=\"img\" aria-label=\"%s\" style=\"margin:%dpx %dpx %dpx %dpx;width:calc(100%% - %dpx)\""
                        .formatted(Markup.escape(chart.title()), top, right, BELOW, left, left + right)
                + " height=\"%d\">%s</svg>".formatted(height, inside(chart));
    }

    /** A part of a drawing of a fixed width. */
    String part(Chart chart, int width, int y) {
        return "<svg x=\"%d\" y=\"%d\" height=\"%d\" width=\"%d\" overflow=\"visible\">%s</svg>"
                .formatted(left, y + top, height, width - left - right, inside(chart));
    }

    private String inside(Chart chart) {
        return switch (chart) {
            case Plot plot -> grid(plot) + marks(plot);
            case Bars bars -> vertical(bars.x()) + bars(bars);
        };
    }

    private String grid(Plot plot) {
        StringBuilder grid = new StringBuilder(vertical(plot.x()));
        for (Tick tick : plot.left().scale().ticks()) {
            String y = SvgMarks.percent(1 - plot.left().scale().at(tick.value()));
            grid.append("<line class=\"grid\" x2=\"100%%\" y1=\"%s\" y2=\"%s\"/>".formatted(y, y));
            grid.append(text("end", "0", y, "dx=\"-8\" dy=\".35em\"", tick.label()));
        }
        grid.append(text(
                "start title",
                "0",
                "0",
                "dx=\"%d\" dy=\"-14\"".formatted(8 - left),
                plot.left().title()));
        Axis second = plot.right();
        return second == null ? grid.toString() : grid + right(second);
    }

    private String right(Axis axis) {
        StringBuilder labels = new StringBuilder();
        for (Tick tick : axis.scale().ticks()) {
            String y = SvgMarks.percent(1 - axis.scale().at(tick.value()));
            labels.append(text("start", "100%", y, "dx=\"8\" dy=\".35em\"", tick.label()));
        }
        String place = "dx=\"%d\" dy=\"-14\"".formatted(right - 8);
        return labels + text("end title", "100%", "0", place, axis.title());
    }

    /** The lines and labels of the lower axis, and its title. */
    private String vertical(Axis axis) {
        StringBuilder grid = new StringBuilder();
        for (Tick tick : axis.scale().ticks()) {
            String x = SvgMarks.percent(axis.scale().at(tick.value()));
            grid.append("<line class=\"grid\" x1=\"%s\" x2=\"%s\" y2=\"100%%\"/>".formatted(x, x));
            grid.append(text(tick.spare() ? "middle spare" : "middle", x, "100%", "dy=\"18\"", tick.label()));
        }
        return grid + text("middle title", "50%", "100%", "dy=\"37\"", axis.title());
    }

    private static String marks(Plot plot) {
        StringBuilder stretched = new StringBuilder();
        StringBuilder placed = new StringBuilder();
        for (Mark mark : plot.marks()) {
            stretched.append(SvgMarks.stretched(plot, mark));
            placed.append(SvgMarks.placed(plot, mark));
        }
        String none = stretched.isEmpty() && placed.isEmpty() ? text("middle none", "50%", "50%", "", "no data") : "";
        return "<svg width=\"100%%\" height=\"100%%\" viewBox=\"0 -4 %d %d\" preserveAspectRatio=\"none\">%s</svg>%s%s"
                .formatted(SvgMarks.WIDTH, SvgMarks.HEIGHT + 8, stretched, placed, none);
    }

    private static String bars(Bars bars) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < bars.bars().size(); i++) {
            Bars.Bar bar = bars.bars().get(i);
            String label = bar.name() + "  " + bar.label();
            all.append(text("start bar", "0", String.valueOf(i * BAR), "dx=\"4\" dy=\"15\"", label));
            all.append(parts(bars, bar, i * BAR + 21));
            all.append(interval(bars.x(), bar, i * BAR + 30));
        }
        return all.toString();
    }

    private static String interval(Axis x, Bars.Bar bar, int y) {
        if (!(bar.low() >= 0 && Double.isFinite(bar.high()))) {
            return "";
        }
        String low = SvgMarks.percent(x.scale().at(bar.low()));
        String high = SvgMarks.percent(x.scale().at(bar.high()));
        return "<line class=\"whisker\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>".formatted(low, high, y, y)
                + "<line class=\"whisker\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>".formatted(low, low, y - 5, y + 5)
                + "<line class=\"whisker\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>"
                        .formatted(high, high, y - 5, y + 5);
    }

    private static String parts(Bars bars, Bars.Bar bar, int y) {
        List<Double> values = bar.values();
        StringBuilder all = new StringBuilder();
        double from = 0;
        for (int part = 0; part < values.size(); part++) {
            double to = from + values.get(part);
            double at = bars.x().scale().at(from);
            String value = values.size() == 1 ? bar.label() : Quantity.duration(values.get(part));
            String title = bars.parts().get(part) + ": " + value;
            all.append("<rect class=\"fill f%d\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"18\"><title>%s</title></rect>"
                    .formatted(
                            SvgMarks.colour(part),
                            SvgMarks.percent(at),
                            y,
                            SvgMarks.percent(bars.x().scale().at(to) - at),
                            Markup.escape(title)));
            from = to;
        }
        return all.toString();
    }

    private static String text(String classes, String x, String y, String more, String text) {
        return "<text class=\"%s\" x=\"%s\" y=\"%s\" %s>%s</text>".formatted(classes, x, y, more, Markup.escape(text));
    }
}

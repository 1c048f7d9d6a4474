package muster.report.plot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Draws charts. */
public final class Svg {
    private static final int WIDTH = 960;
    private static final int LETTER = 7;
    private static final int LINE = 18;
    private static final int HEAD = 40;

    private Svg() {}

    /** For a page: as wide as its room, with the colours of {@link #stylesheet} in the page. */
    public static String inline(Chart chart) {
        return SvgFrame.of(chart).element(chart);
    }

    /** As {@link #inline}, less high: one of several plots beside each other. */
    public static String small(Chart chart) {
        return SvgFrame.small(chart).element(chart);
    }

    /** A file of its own, with title, legend, caption and colours. */
    public static String file(Chart chart) {
        SvgFrame frame = SvgFrame.of(chart);
        String legend = legend(Legend.of(chart));
        int below = HEAD + LINE * rows(Legend.of(chart));
        List<String> caption = wrapped(chart.caption());
        int height = below + frame.drawingHeight() + LINE * caption.size() + 12;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot file\" width=\"%d\" height=\"%d\">\n"
                .formatted(WIDTH, height));
        svg.append("<style>")
                .append(stylesheet())
                .append("</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>");
        svg.append("<text class=\"headline\" x=\"12\" y=\"26\">%s</text>".formatted(Markup.escape(chart.title())));
        svg.append(legend);
        svg.append(frame.part(chart, WIDTH, below));
        for (int i = 0; i < caption.size(); i++) {
            int y = below + frame.drawingHeight() + LINE * (i + 1);
            svg.append(
                    "<text class=\"caption\" x=\"12\" y=\"%d\">%s</text>".formatted(y, Markup.escape(caption.get(i))));
        }
        return svg.append("\n</svg>\n").toString();
    }

    /** Colours that people with any colour vision tell apart, for light and dark. */
    public static String stylesheet() {
        try (InputStream in = Svg.class.getResourceAsStream("/muster/report/plot/plot.css")) {
            if (in == null) {
                throw new IllegalStateException("no resource plot.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String legend(List<Legend.Entry> entries) {
        StringBuilder legend = new StringBuilder();
        int x = 12;
        int y = HEAD;
        for (Legend.Entry entry : entries) {
            if (x > 12 && x + width(entry) > WIDTH) {
                x = 12;
                y += LINE;
            }
            legend.append("<svg x=\"%d\" y=\"%d\" overflow=\"visible\">%s<text x=\"28\" y=\"9\">%s</text></svg>"
                    .formatted(x, y, entry.sample(), Markup.escape(entry.name())));
            x += width(entry);
        }
        return legend.toString();
    }

    private static int rows(List<Legend.Entry> entries) {
        int rows = entries.isEmpty() ? 0 : 1;
        int x = 12;
        for (Legend.Entry entry : entries) {
            boolean full = x > 12 && x + width(entry) > WIDTH;
            rows += full ? 1 : 0;
            x = (full ? 12 : x) + width(entry);
        }
        return rows;
    }

    private static int width(Legend.Entry entry) {
        return 28 + LETTER * entry.name().length() + 20;
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() > (WIDTH - 24) / LETTER) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}

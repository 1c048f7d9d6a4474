package muster.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import muster.report.plot.Chart;
import muster.report.plot.Legend;
import muster.report.plot.Markup;
import muster.report.plot.Svg;
import muster.report.plot.ZoomLevel;

/** Writes HTML. Text is always escaped; tags are ours. Every method returns this object, for chains. */
@SuppressWarnings("CanIgnoreReturnValueSuggester")
public final class Html {
    private static final int MAX_LINE = 160;

    private final StringBuilder out = new StringBuilder();

    /** The head of a page that needs no network and no script, up to its first content. */
    public Html begin(String title) {
        return raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .element("title", title)
                .raw("<style>\n" + Svg.stylesheet() + stylesheet() + "</style></head>\n<body><main>\n");
    }

    /** The whole page. */
    public String end() {
        element("footer", "Made by ./muster report from the store file. Figures and plots: docs/report.md.");
        return raw("</main></body></html>\n").toString();
    }

    private static String stylesheet() {
        try (InputStream in = Html.class.getResourceAsStream("/muster/report/html/report.css")) {
            if (in == null) {
                throw new IllegalStateException("no resource report.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Something that unfolds under its heading. */
    public void part(String id, String title, Runnable content) {
        raw("<details class=\"part\"><summary>").heading(2, id, title).raw("</summary>\n");
        content.run();
        raw("</details>\n");
    }

    /** Markup of our own. */
    public Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** An element that holds text; the tag may have attributes. */
    public Html element(String tag, String text) {
        int space = tag.indexOf(' ');
        String name = space < 0 ? tag : tag.substring(0, space);
        out.append('<').append(tag).append('>').append(Markup.escape(text));
        out.append("</").append(name).append(">\n");
        return this;
    }

    public Html heading(int level, String id, String text) {
        return element("h" + level + " id=\"" + Markup.escape(id) + "\"", text);
    }

    /** A table that scrolls in its own box where the page is narrow; numbers to the right where a title begins with ">". */
    public Html table(List<String> titles, List<List<String>> rows) {
        out.append("<div class=\"scroll\"><table><thead><tr>");
        titles.forEach(title -> element(cell("th", title), title.startsWith(">") ? title.substring(1) : title));
        out.append("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw("<" + cell("td", titles.get(i)) + ">").folded(row.get(i)).raw("</td>\n");
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table></div>\n");
        return this;
    }

    /** Text of any length: what is too long for a line unfolds. */
    public Html folded(String text) {
        if (text.length() <= MAX_LINE) {
            return raw(Markup.escape(text));
        }
        String begin = text.substring(0, MAX_LINE - 20) + " …";
        return raw("<details class=\"long\">").element("summary", begin).raw(Markup.escape(text) + "</details>");
    }

    /** Nothing if there are no lines. */
    public void list(List<String> lines) {
        if (!lines.isEmpty()) {
            raw("<ul>");
            lines.forEach(line -> raw("<li>").folded(line).raw("</li>\n"));
            raw("</ul>\n");
        }
    }

    /** Something that is seen when its title is clicked. */
    public void fold(String title, Runnable content) {
        raw("<details>").element("summary", title);
        content.run();
        raw("</details>\n");
    }

    private static String cell(String tag, String title) {
        return title.startsWith(">") ? tag + " class=\"n\"" : tag;
    }

    /** Small plots beside each other, with what they show said once. */
    public void multiples(String title, String classes, List<Chart> charts) {
        if (charts.isEmpty()) {
            return;
        }
        if (!title.isEmpty()) {
            element("h3", title);
        }
        raw("<div class=\"multiples " + classes + "\">\n");
        charts.forEach(chart -> plot(chart, Svg.small(chart)).raw("</figure>\n"));
        raw("</div>\n");
        fold(
                "What these plots show",
                () -> charts.stream()
                        .collect(Collectors.groupingBy(Chart::caption, LinkedHashMap::new, Collectors.toList()))
                        .forEach((caption, of) -> element("p class=\"note\"", titles(of) + ": " + caption)));
    }

    private static String titles(List<Chart> charts) {
        return charts.stream().map(Chart::title).collect(Collectors.joining(", "));
    }

    /** A plot over the whole width, with title, legend and caption. */
    public void figure(Chart chart) {
        plot(chart, Svg.inline(chart)).element("figcaption", chart.caption()).raw("</figure>\n");
    }

    /** One plot over the whole width, of which the reader chooses the scale. Nothing without levels. */
    public void zoom(List<ZoomLevel> levels) {
        if (levels.isEmpty()) {
            return;
        }
        Chart first = levels.getFirst().chart();
        String name = Markup.escape(first.id());
        legend(first).raw("<div class=\"zoom\">\n");
        for (int i = 0; i < levels.size(); i++) {
            raw("<input type=\"radio\" name=\"%s\" id=\"%s-zoom-%d\"%s>"
                            .formatted(name, name, i, i == 0 ? " checked" : ""))
                    .element(
                            "label for=\"%s-zoom-%d\"".formatted(name, i),
                            levels.get(i).label());
        }
        for (ZoomLevel level : levels) {
            raw("<div class=\"level\">").raw(Svg.inline(level.chart()));
            element("p class=\"note\"", level.chart().caption()).raw("</div>\n");
        }
        raw("</div></figure>\n");
    }

    private Html plot(Chart chart, String svg) {
        return legend(chart).raw(svg);
    }

    /** Begins a figure, with its title. */
    private Html legend(Chart chart) {
        raw("<figure id=\"" + Markup.escape(chart.id()) + "\">\n").element("h4", chart.title());
        List<Legend.Entry> legend = Legend.of(chart);
        if (legend.size() > 1) {
            raw("<ul class=\"legend\">");
            legend.forEach(entry -> raw("<li><svg class=\"plot\" width=\"22\" height=\"10\" aria-hidden=\"true\">")
                    .raw(entry.sample())
                    .raw("</svg> ")
                    .raw(Markup.escape(entry.name()))
                    .raw("</li>"));
            raw("</ul>\n");
        }
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}

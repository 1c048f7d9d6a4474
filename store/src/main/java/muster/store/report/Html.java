package muster.store.report;

import java.util.List;
import muster.store.report.plot.Chart;
import muster.store.report.plot.Legend;
import muster.store.report.plot.Markup;
import muster.store.report.plot.Svg;

/** Writes HTML. Text is always escaped; tags are ours. Every method returns this object, for chains. */
@SuppressWarnings("CanIgnoreReturnValueSuggester")
final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Markup of our own. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** An element that holds text; the tag may have attributes. */
    Html element(String tag, String text) {
        int space = tag.indexOf(' ');
        String name = space < 0 ? tag : tag.substring(0, space);
        out.append('<').append(tag).append('>').append(Markup.escape(text));
        out.append("</").append(name).append(">\n");
        return this;
    }

    Html heading(int level, String id, String text) {
        return element("h" + level + " id=\"" + Markup.escape(id) + "\"", text);
    }

    /** A table that scrolls in its own box where the page is narrow; numbers to the right where a title begins with ">". */
    Html table(List<String> titles, List<List<String>> rows) {
        out.append("<div class=\"scroll\"><table><thead><tr>");
        titles.forEach(title -> element(cell("th", title), title.startsWith(">") ? title.substring(1) : title));
        out.append("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                element(cell("td", titles.get(i)), row.get(i));
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table></div>\n");
        return this;
    }

    private static String cell(String tag, String title) {
        return title.startsWith(">") ? tag + " class=\"n\"" : tag;
    }

    /** A plot with title, legend and caption. */
    Html figure(Chart chart) {
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
        return raw(Svg.inline(chart)).element("figcaption", chart.caption()).raw("</figure>\n");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}

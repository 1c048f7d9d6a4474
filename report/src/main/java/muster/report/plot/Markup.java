package muster.report.plot;

import muster.text.Printable;

/** Text within HTML and SVG. Whatever a run is called, it stays text. */
public final class Markup {
    private Markup() {}

    /** Safe between tags and within quoted attributes; characters that are not printable become visible. */
    public static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        Printable.lines(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}

package muster.store.report.plot;

/** Text within HTML and SVG. Whatever a run is called, it stays text. */
public final class Markup {
    private Markup() {}

    /** Safe between tags and within quoted attributes; characters that XML forbids become question marks. */
    public static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isAllowed(c) ? c : '?');
            }
        });
        return safe.toString();
    }

    private static boolean isAllowed(int c) {
        boolean control = (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7f && c <= 0x9f);
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return !control && !surrogate && c != 0xfffe && c != 0xffff;
    }
}

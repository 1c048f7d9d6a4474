package muster.text;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The one place that makes text safe which comes from somebody else: names, hosts, versions and messages that peers send,
 * plans and files of anybody. Terminals obey control characters, and readers are fooled by those that turn text around:
 * here they become visible, as {@code \\u001b}. What a format needs besides (quotes, markup, labels) its writer adds.
 */
public final class Printable {
    /** The most characters of a name: of a worker, host, version, operation. */
    public static final int MAX_NAME = 200;
    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 4_000;

    /** Controls, invisible and bidirectional formatting, separators of lines, halves of pairs, what is no character. */
    private static final String UNSAFE = "\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\ufffe\\uffff";

    private static final Pattern BLANKS = Pattern.compile("[\\t\\n\\r]+");
    private static final Pattern IN_LINE = Pattern.compile("[" + UNSAFE + "]");
    private static final Pattern IN_LINES = Pattern.compile("[" + UNSAFE + "&&[^\\n\\t]]");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");

    private Printable() {}

    /** The text in one line: line breaks and tabs are one space. */
    public static String line(String text) {
        return visible(IN_LINE, BLANKS.matcher(text).replaceAll(" "));
    }

    /** One line of at most so many characters; what is cut off is shown by three dots. */
    public static String line(String text, int longest) {
        return bounded(text, longest, Printable::line);
    }

    /** Printable text of several lines. */
    public static String lines(String text) {
        return visible(IN_LINES, text.replace("\r\n", "\n"));
    }

    /** Several lines of at most so many characters together; what is cut off is shown by three dots. */
    public static String lines(String text, int longest) {
        return bounded(text, longest, Printable::lines);
    }

    private static String bounded(String text, int longest, UnaryOperator<String> printable) {
        // A character becomes six at most and none becomes less: what is beyond need not be looked at.
        String safe = printable.apply(text.length() > longest ? text.substring(0, longest) : text);
        boolean fits = text.length() <= longest && safe.length() <= longest;
        return fits ? safe : safe.substring(0, Math.min(safe.length(), longest - 3)) + "...";
    }

    /** A cell of a table that a spreadsheet opens: what would be taken for a formula begins with an apostrophe. */
    public static String cell(String text) {
        String safe = lines(text);
        boolean formula = !safe.isEmpty() && "=+-@\t".indexOf(safe.charAt(0)) >= 0;
        return formula && !NUMBER.matcher(safe).matches() ? "'" + safe : safe;
    }

    /** Whether a unit may stand as it is in a line; no half of a pair may, as it might be alone. */
    static boolean isPrintable(char unit) {
        return switch (Character.getType(unit)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> unit < '\ufffe';
        };
    }

    private static String visible(Pattern unsafe, String text) {
        return unsafe.matcher(text).replaceAll(Printable::escaped);
    }

    private static String escaped(MatchResult found) {
        StringBuilder escaped = new StringBuilder();
        found.group().chars().forEach(c -> escaped.append(String.format(Locale.ROOT, "\\\\u%04x", c)));
        return escaped.toString();
    }
}

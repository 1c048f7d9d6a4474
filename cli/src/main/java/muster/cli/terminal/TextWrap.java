package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text for a terminal: no line wider than it, broken between words. Lines that follow are indented, so that each note is told from the next. */
final class TextWrap {
    private static final String INDENT = "  ";
    /** A word and a gap, such as "INVALID  ", stand in a column of their own. */
    private static final Pattern KIND = Pattern.compile("\\S+ {2,}");

    private TextWrap() {}

    /** @param columns 0 leaves all as it is */
    static List<String> lines(List<String> texts, int columns) {
        return columns <= 0
                ? texts
                : texts.stream()
                        .flatMap(text -> wrapped(text, columns).stream())
                        .toList();
    }

    private static List<String> wrapped(String text, int columns) {
        List<String> lines = new ArrayList<>();
        String indent = indent(text);
        String rest = text;
        while (rest.length() > columns) {
            int end = end(rest, lines.isEmpty() ? 0 : indent.length(), columns);
            lines.add(rest.substring(0, end).stripTrailing());
            rest = indent + rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    private static String indent(String text) {
        Matcher kind = KIND.matcher(text);
        return kind.lookingAt() ? " ".repeat(kind.end()) : INDENT;
    }

    /** After the last word that fits; a word that is longer than the line, such as a path, stays whole. */
    private static int end(String line, int indent, int columns) {
        int space = line.lastIndexOf(' ', columns);
        if (space > indent) {
            return space;
        }
        int next = line.indexOf(' ', Math.max(columns, indent));
        return next < 0 ? line.length() : next;
    }
}

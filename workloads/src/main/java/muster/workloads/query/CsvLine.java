package muster.workloads.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of one line of a CSV file. */
final class CsvLine {
    private CsvLine() {}

    /**
     * A quote in a quoted field is doubled. An empty field is null, unless it is quoted.
     *
     * @throws IllegalArgumentException saying what is wrong with the quotes
     */
    static List<@Nullable String> fields(String line) {
        List<@Nullable String> fields = new ArrayList<>();
        int at = 0;
        while (at >= 0) {
            boolean quoted = at < line.length() && line.charAt(at) == '"';
            int end = quoted ? closingQuote(line, at) + 1 : comma(line, at);
            fields.add(quoted ? unquoted(line, at, end) : plain(line, at, end));
            if (end < line.length() && line.charAt(end) != ',') {
                throw new IllegalArgumentException("text after a closing quote");
            }
            at = end < line.length() ? end + 1 : -1;
        }
        return fields;
    }

    private static int comma(String line, int from) {
        int comma = line.indexOf(',', from);
        return comma < 0 ? line.length() : comma;
    }

    private static @Nullable String plain(String line, int from, int end) {
        return from == end ? null : line.substring(from, end);
    }

    private static String unquoted(String line, int from, int end) {
        return line.substring(from + 1, end - 1).replace("\"\"", "\"");
    }

    private static int closingQuote(String line, int opening) {
        int at = line.indexOf('"', opening + 1);
        while (at >= 0 && at + 1 < line.length() && line.charAt(at + 1) == '"') {
            at = line.indexOf('"', at + 2);
        }
        if (at < 0) {
            throw new IllegalArgumentException("a quote that is not closed on its line");
        }
        return at;
    }
}

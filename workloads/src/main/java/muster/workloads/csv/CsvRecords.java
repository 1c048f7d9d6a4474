package muster.workloads.csv;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a text in CSV (RFC 4180), one after another: a field may be quoted, and a quote within it is doubled. Lines end with a line
 * feed, with or without a carriage return; empty ones are skipped.
 */
public final class CsvRecords {
    private final String text;
    private final char delimiter;
    private final Form form;
    private final String name;
    private int at;
    /** Of a line, which may lie before the place that is read: looked up once a line, so that reading takes linear time. */
    private int lineEnd = -1;

    private int line;
    private int recordLine;

    /** How a kind of files is written, and so what is wrong with a quote. */
    public enum Form {
        /** A record has one line. */
        LINES("a quote that is not closed on its line", "text after a closing quote"),
        /** A quoted field may hold line ends. */
        QUOTED_LINE_ENDS("a quoted field does not end", "text after the end of a quoted field");

        private final String open;
        private final String after;

        Form(String open, String after) {
            this.open = open;
            this.after = after;
        }
    }

    /**
     * Reads records.
     *
     * @param name of the file, for messages
     * @param line of the text's first character, from 1
     */
    public CsvRecords(String text, char delimiter, Form form, String name, int line) {
        this.text = text;
        this.delimiter = delimiter;
        this.form = form;
        this.name = name;
        this.line = line;
        this.recordLine = line;
    }

    /**
     * The fields of the next record, null for one that is empty and not quoted; null at the end.
     *
     * @throws PlanException with file and line of a wrong quote
     */
    @Nullable
    public List<@Nullable String> next() {
        skipEmptyLines();
        if (at >= text.length()) {
            return null;
        }
        recordLine = line;
        List<@Nullable String> fields = new ArrayList<>();
        do {
            fields.add(is('"') ? quoted() : plain());
        } while (endsWithDelimiter());
        return fields;
    }

    /** The error of a record that was read last. */
    public PlanException wrong(String why) {
        return new PlanException(name + ":" + recordLine + ": " + why);
    }

    private void skipEmptyLines() {
        while (is('\n') || is('\r')) {
            line += text.charAt(at++) == '\n' ? 1 : 0;
        }
    }

    private boolean is(char expected) {
        return at < text.length() && text.charAt(at) == expected;
    }

    private @Nullable String plain() {
        int start = at;
        if (lineEnd < at) {
            lineEnd = first('\n', at, text.length());
        }
        at = first(delimiter, start, lineEnd);
        int end = at > start && text.charAt(at - 1) == '\r' ? at - 1 : at;
        return end == start ? null : text.substring(start, end);
    }

    private int first(char sought, int from, int end) {
        int found = text.indexOf(sought, from, end);
        return found < 0 ? end : found;
    }

    private String quoted() {
        int start = at + 1;
        boolean doubled = false;
        at = first('"', start, text.length()) + 1;
        while (is('"')) {
            doubled = true;
            at = first('"', at + 1, text.length()) + 1;
        }
        if (at > text.length()) {
            throw wrong(form.open);
        }
        String field = text.substring(start, at - 1);
        for (int end = field.indexOf('\n'); end >= 0; end = field.indexOf('\n', end + 1)) {
            line++;
        }
        return closed(field, doubled);
    }

    private String closed(String field, boolean doubled) {
        if (is('\r')) {
            at++;
        }
        if (at < text.length() && !is(delimiter) && !is('\n')) {
            throw wrong(form.after);
        }
        return doubled ? field.replace("\"\"", "\"") : field;
    }

    private boolean endsWithDelimiter() {
        boolean more = is(delimiter);
        if (at < text.length()) {
            line += text.charAt(at++) == '\n' ? 1 : 0;
        }
        return more;
    }
}

package muster.workloads.dataset.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a piece of a CSV file (RFC 4180): fields may be quoted, a quote within is doubled, a quoted field may
 * hold line ends. Empty lines are skipped.
 */
final class Records {
    private final byte[] bytes;
    private final byte delimiter;
    private final String name;
    private int at;
    private int line;
    private int recordLine;

    /**
     * Reads records.
     *
     * @param name of the file, for messages
     * @param line of the first byte, from 1
     */
    Records(byte[] bytes, char delimiter, String name, int line) {
        this.bytes = bytes;
        this.delimiter = (byte) delimiter;
        this.name = name;
        this.line = line;
    }

    /** The fields of the next record, null for one that is empty and not quoted; null at the end. */
    @Nullable
    List<@Nullable String> next() {
        skipEmptyLines();
        if (at >= bytes.length) {
            return null;
        }
        recordLine = line;
        List<@Nullable String> fields = new ArrayList<>();
        do {
            fields.add(field());
        } while (endsWithDelimiter());
        return fields;
    }

    /** The error of a record that was read last. */
    PlanException wrong(String why) {
        return new PlanException(name + ":" + recordLine + ": " + why);
    }

    private void skipEmptyLines() {
        while (at < bytes.length && (bytes[at] == '\n' || bytes[at] == '\r')) {
            line += bytes[at++] == '\n' ? 1 : 0;
        }
    }

    private @Nullable String field() {
        if (at < bytes.length && bytes[at] == '"') {
            return quoted();
        }
        int start = at;
        while (at < bytes.length && bytes[at] != delimiter && bytes[at] != '\n') {
            at++;
        }
        int end = at > start && bytes[at - 1] == '\r' ? at - 1 : at;
        return end == start ? null : text(start, end);
    }

    private String quoted() {
        StringBuilder text = new StringBuilder();
        int start = ++at;
        while (at < bytes.length) {
            if (bytes[at] == '\n') {
                line++;
            }
            if (bytes[at++] == '"') {
                text.append(text(start, at - 1));
                if (at >= bytes.length || bytes[at] != '"') {
                    return closed(text);
                }
                start = at++;
            }
        }
        throw wrong("a quoted field does not end");
    }

    private String closed(StringBuilder text) {
        if (at < bytes.length && bytes[at] == '\r') {
            at++;
        }
        if (at < bytes.length && bytes[at] != delimiter && bytes[at] != '\n') {
            throw wrong("text after the end of a quoted field");
        }
        return text.toString();
    }

    private boolean endsWithDelimiter() {
        boolean more = at < bytes.length && bytes[at] == delimiter;
        if (at < bytes.length) {
            line += bytes[at++] == '\n' ? 1 : 0;
        }
        return more;
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}

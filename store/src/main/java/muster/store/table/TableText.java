package muster.store.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Prints answers: aligned for people (numbers to the right, three decimals, NULL as "-"), CSV (RFC 4180, NULL empty) and
 * JSON (an array of objects; blobs as hexadecimal text) for programs.
 */
public final class TableText {
    private TableText() {}

    /** How an answer is printed. */
    public enum Format {
        ALIGNED,
        CSV,
        JSON
    }

    public static void print(Table table, Format format, Appendable out) {
        RowSink sink = sink(format, out);
        sink.columns(table.columns());
        table.rows().forEach(sink::row);
        sink.end();
    }

    /** Prints while rows arrive; aligned output needs them all and waits for the end. */
    public static RowSink sink(Format format, Appendable out) {
        return switch (format) {
            case ALIGNED -> new AlignedText(out);
            case CSV -> new CsvText(out);
            case JSON -> new JsonText(out);
        };
    }

    static void append(Appendable out, CharSequence text) {
        try {
            out.append(text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static final class CsvText implements RowSink {
        private final Appendable out;

        CsvText(Appendable out) {
            this.out = out;
        }

        @Override
        public void columns(List<String> columns) {
            line(columns);
        }

        @Override
        public void row(List<@Nullable Object> row) {
            line(row);
        }

        @Override
        public void end() {}

        private void line(List<? extends @Nullable Object> values) {
            for (int i = 0; i < values.size(); i++) {
                append(out, (i == 0 ? "" : ",") + field(values.get(i)));
            }
            append(out, "\r\n");
        }

        private static String field(@Nullable Object value) {
            String text = text(value);
            boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
        }

        private static String text(@Nullable Object value) {
            return switch (value) {
                case null -> "";
                case byte[] blob -> HexFormat.of().formatHex(blob);
                case String words -> Printable.cell(words);
                default -> value.toString();
            };
        }
    }
}

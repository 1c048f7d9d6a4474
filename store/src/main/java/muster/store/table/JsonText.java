package muster.store.table;

import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array of objects, one a line, typed: integers, reals, text, null; blobs as hexadecimal text. */
public final class JsonText implements RowSink {
    private final Appendable out;
    private List<String> columns = List.of();
    private boolean started;

    JsonText(Appendable out) {
        this.out = out;
    }

    @Override
    public void columns(List<String> names) {
        columns = names;
        TableText.append(out, "[");
    }

    @Override
    public void row(List<@Nullable Object> row) {
        StringBuilder line = new StringBuilder(started ? ",\n{" : "\n{");
        for (int i = 0; i < row.size(); i++) {
            line.append(i == 0 ? "" : ", ").append(quoted(columns.get(i))).append(": ");
            line.append(value(row.get(i)));
        }
        TableText.append(out, line.append('}'));
        started = true;
    }

    @Override
    public void end() {
        TableText.append(out, "\n]\n");
    }

    static String hex(byte[] blob) {
        return HexFormat.of().formatHex(blob);
    }

    private static String value(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Double number when !Double.isFinite(number) -> "null";
            case Number number -> number.toString();
            case byte[] blob -> quoted(hex(blob));
            default -> quoted(value.toString());
        };
    }

    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> quoted.append(Printable.isSafe(c) ? Character.toString(c) : "\\u%04x".formatted(c));
            }
        });
        return quoted.append('"').toString();
    }
}

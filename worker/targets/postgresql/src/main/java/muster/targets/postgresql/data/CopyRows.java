package muster.targets.postgresql.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows in the text format of COPY. */
public final class CopyRows {
    private static final String MISSING = "\\N";

    private final StringBuilder text = new StringBuilder();

    /** All of them as they are. */
    public static String of(List<Object[]> rows) {
        CopyRows copy = new CopyRows();
        for (Object[] row : rows) {
            copy.add(row);
            copy.end();
        }
        return copy.text.toString();
    }

    /** All of them, with the number of their batch in the first. */
    public static String of(List<Object[]> rows, long batch) {
        CopyRows copy = new CopyRows();
        for (int i = 0; i < rows.size(); i++) {
            copy.add(rows.get(i));
            copy.text.append('\t').append(i == 0 ? Long.toString(batch) : MISSING);
            copy.end();
        }
        return copy.text.toString();
    }

    private void add(@Nullable Object[] row) {
        for (int i = 0; i < row.length; i++) {
            text.append(i == 0 ? "" : "\t").append(row[i] == null ? MISSING : escaped(String.valueOf(row[i])));
        }
    }

    private void end() {
        text.append('\n');
    }

    /** A value as a field. */
    public static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}

package muster.store.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.model.OutcomeCounts;
import org.jspecify.annotations.Nullable;

/** One row of an answer, by the names of its columns. NULL is NaN as a number and empty as text. */
public record Row(Map<String, @Nullable Object> values) {
    public static List<Row> of(Table table) {
        return table.rows().stream().map(row -> of(table.columns(), row)).toList();
    }

    private static Row of(List<String> columns, List<@Nullable Object> row) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            values.put(columns.get(i), row.get(i));
        }
        return new Row(values);
    }

    public String text(String column) {
        Object value = values.get(column);
        return value == null ? "" : value.toString();
    }

    public double number(String column) {
        return values.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** 0 for NULL. */
    public long whole(String column) {
        return values.get(column) instanceof Number number ? number.longValue() : 0;
    }

    /** Of a view's row; operation_summary calls what is ok samples. */
    public OutcomeCounts counts() {
        return new OutcomeCounts(
                whole(has("samples") ? "samples" : "ok"),
                whole("errors"),
                whole("absent"),
                whole("duplicate"),
                whole("unknown"),
                whole("aborted"));
    }

    /** Empty for anything but a blob. */
    public byte[] blob(String column) {
        return values.get(column) instanceof byte[] blob ? blob : new byte[0];
    }

    public boolean has(String column) {
        return values.get(column) != null;
    }
}

package muster.store.analysis.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import muster.store.table.Row;
import muster.text.Quantity;

/** What is shown of a stage, a column of view stage_summary each. */
public enum StageColumn {
    MIN("min", "min_ns"),
    P25("p25", "p25_ns"),
    P50("p50", "p50_ns"),
    P75("p75", "p75_ns"),
    P90("p90", "p90_ns"),
    P99("p99", "p99_ns"),
    P999("p99.9", "p999_ns"),
    P9999("p99.99", "p9999_ns"),
    MAX("max", "max_ns"),
    SHARE("of service", "share_of_service");

    private final String title;
    private final String column;

    StageColumn(String title, String column) {
        this.title = title;
        this.column = column;
    }

    public String title() {
        return title;
    }

    /** Nanoseconds, or a share; NaN where there are too few samples. */
    public double of(Row row) {
        return row.number(column);
    }

    /** With its unit. */
    public String text(double value) {
        return this == SHARE ? Quantity.percent(100 * value) : Quantity.duration(value);
    }

    /** Titles of a table of one phase, each passed through {@code number} where its cells are numbers. */
    public static List<String> titles(UnaryOperator<String> number) {
        return list("operation", "stage", number.apply("samples"), column -> number.apply(column.title));
    }

    /** The cells below {@link #titles}. */
    public static List<String> cells(Row row) {
        return list(
                row.text("operation"),
                row.text("stage"),
                Quantity.number(row.number("samples")),
                column -> column.text(column.of(row)));
    }

    private static List<String> list(
            String operation, String stage, String samples, Function<StageColumn, String> each) {
        List<String> all = new ArrayList<>(List.of(operation, stage, samples));
        for (StageColumn column : values()) {
            all.add(each.apply(column));
        }
        return all;
    }
}

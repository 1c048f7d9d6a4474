package muster.store.report.claim;

import java.util.List;
import java.util.stream.IntStream;
import muster.store.report.plot.Chart;
import muster.store.table.Table;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** A figure or table of a source, made again from the store. */
public sealed interface Drawn {
    String title();

    /** A plot. */
    record Picture(Chart chart) implements Drawn {
        @Override
        public String title() {
            return chart.title();
        }
    }

    /**
     * A table.
     *
     * @param note what it shows and leaves out; may be empty
     */
    record Numbers(String title, String note, Table table) implements Drawn {
        /** Rows of cells as people read them. */
        public List<List<String>> cells() {
            return table.rows().stream()
                    .map(row -> row.stream().map(Numbers::cell).toList())
                    .toList();
        }

        private static String cell(@Nullable Object value) {
            return switch (value) {
                case null -> Quantity.NONE;
                case Number number -> Quantity.number(number.doubleValue());
                default -> value.toString();
            };
        }

        /** Titles of columns; those of numbers begin with ">". */
        public List<String> titles() {
            return IntStream.range(0, table.columns().size())
                    .mapToObj(column ->
                            (numeric(column) ? ">" : "") + table.columns().get(column))
                    .toList();
        }

        private boolean numeric(int column) {
            return table.rows().stream().allMatch(row -> row.get(column) == null || row.get(column) instanceof Number);
        }
    }
}

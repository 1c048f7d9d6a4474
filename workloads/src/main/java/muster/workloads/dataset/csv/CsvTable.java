package muster.workloads.dataset.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import muster.workloads.csv.CsvRecords;
import muster.workloads.dataset.Table;
import muster.workloads.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file as a table.
 *
 * @param columns of a row
 * @param positions of each column among the fields of a record
 * @param keys how many of the columns, from the first, must have a value: 1 for nodes, whose keys are unique; 2 for edges
 */
record CsvTable<T>(CsvFile file, T type, List<Column> columns, List<Integer> positions, int keys) implements Table<T> {
    private static final Set<Checked> CHECKED = ConcurrentHashMap.newKeySet();

    @Override
    public long batches() {
        return file.index().batches();
    }

    @Override
    public List<Object[]> rows(long batch) {
        List<Object[]> rows = new ArrayList<>(RowIndex.BATCH);
        each(batch, (row, place) -> rows.add(row));
        return rows;
    }

    /** Rows with the record that they came from. */
    void each(long batch, BiConsumer<Object[], CsvRecords> take) {
        CsvRecords records = file.batch(batch);
        for (List<@Nullable String> fields = records.next(); fields != null; fields = records.next()) {
            take.accept(row(fields, records), records);
        }
    }

    /** Reads all rows once in the life of the process, so that a wrong one is found before the load. */
    CsvTable<T> checked() {
        Checked check = new Checked(file.index(), columns, positions);
        if (!CHECKED.contains(check)) {
            if (keys == 1) {
                KeyCheck.check(this);
            } else {
                LongStream.range(0, batches()).forEach(this::rows);
            }
            CHECKED.add(check);
        }
        return this;
    }

    /** One index stands for one content of one file. */
    private record Checked(RowIndex index, List<Column> columns, List<Integer> positions) {}

    private Object[] row(List<@Nullable String> fields, CsvRecords place) {
        if (fields.size() != file.header().fields().size()) {
            throw place.wrong(fields.size() + " fields, but the header has "
                    + file.header().fields().size());
        }
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            String text = fields.get(positions.get(i));
            if (text != null) {
                row[i] = value(columns.get(i), text, place);
            } else if (i < keys) {
                throw place.wrong(columns.get(i).name() + ": missing: every row needs it");
            }
        }
        return row;
    }

    private static Object value(Column column, String text, CsvRecords place) {
        Object value = column.type().parse(text);
        if (value == null) {
            throw place.wrong(column.name() + ": \"" + text + "\": expected a "
                    + column.type().label());
        }
        return value;
    }
}

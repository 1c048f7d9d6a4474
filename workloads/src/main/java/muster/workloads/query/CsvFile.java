package muster.workloads.query;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Reads a CSV file as a table: a header with a name for each column, "id:long", then one row a line. */
final class CsvFile {
    private final CsvRows csv;
    private final List<CsvColumn> columns;
    private int rows;

    private CsvFile(CsvRows csv) {
        this.csv = csv;
        this.columns = csv.header(", such as id:long,name:string", field -> CsvColumn.of(field, csv::wrong));
        Set<String> names = new HashSet<>();
        for (CsvColumn column : columns) {
            if (!names.add(column.name())) {
                throw csv.wrong("two columns have the name " + column.name());
            }
        }
    }

    /**
     * Throws {@link PlanException} with file and line.
     *
     * @param name what messages call it
     */
    static Source.Table read(String name, Path file) {
        return CsvRows.read(name, file, csv -> new CsvFile(csv).table());
    }

    private Source.Table table() {
        for (List<@Nullable String> fields = csv.next(); fields != null; fields = csv.next()) {
            row(fields);
        }
        if (rows == 0) {
            throw csv.wrong("has no row after its header");
        }
        List<String> names = columns.stream().map(CsvColumn::name).toList();
        @Nullable Object[][] values = columns.stream().map(CsvColumn::values).toArray(Object[][]::new);
        return new Source.Table(names, values, rows);
    }

    private void row(List<@Nullable String> fields) {
        if (fields.size() != columns.size()) {
            throw csv.wrong(fields.size() + " fields, but the header has " + columns.size());
        }
        for (int i = 0; i < fields.size(); i++) {
            columns.get(i).add(fields.get(i), csv::wrong);
        }
        rows++;
    }
}

package muster.workloads.query;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a CSV file as a table: a header with a name for each column, "id:long", then one row a line. A file of data is such a file, too
 * ("id:ID(Person)"): its columns have the types in which it is loaded.
 */
final class CsvFile {
    /** As of files of data. */
    private static final String DELIMITERS = ",;|\t";

    private final CsvRows csv;
    private final List<CsvColumn> columns;
    private int rows;

    private CsvFile(CsvRows csv) {
        this.csv = csv;
        List<String> fields = csv.header(", such as id:long,name:string", DELIMITERS);
        boolean data = fields.stream().anyMatch(DataField::isOne);
        if (data) {
            csv.allowLineEnds();
        }
        this.columns = fields.stream()
                .map(field -> data ? DataField.column(field, csv::wrong) : CsvColumn.of(field, csv::wrong))
                .toList();
        Set<String> names = new HashSet<>();
        for (CsvColumn column : read()) {
            if (!names.add(column.name())) {
                throw csv.wrong("two columns have the name " + column.name());
            }
        }
    }

    private List<CsvColumn> read() {
        return columns.stream().filter(column -> !column.ignored()).toList();
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
        List<String> names = read().stream().map(CsvColumn::name).toList();
        @Nullable Object[][] values = read().stream().map(CsvColumn::values).toArray(Object[][]::new);
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

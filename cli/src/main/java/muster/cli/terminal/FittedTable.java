package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of aligned columns that fits a terminal: columns that have no room follow below, with the first column again, as rows that a
 * terminal wraps cannot be read.
 */
final class FittedTable {
    private static final String GAP = "  ";

    private final List<String> rows;

    private FittedTable(List<String> rows) {
        this.rows = rows;
    }

    /** From one position to before another. */
    private record Column(int from, int to) {
        int width() {
            return to - from;
        }
    }

    /** @param columns of the terminal; 0 leaves the table as it is */
    static List<String> lines(List<String> table, int columns) {
        boolean fits = columns <= 0 || width(table) <= columns;
        return fits ? table : new FittedTable(table).fitted(columns);
    }

    private static int width(List<String> table) {
        return table.stream().mapToInt(String::length).max().orElse(0);
    }

    private List<String> fitted(int columns) {
        List<Column> all = columns();
        List<String> lines = new ArrayList<>();
        for (int next = 1; next < all.size(); ) {
            List<Column> some = new ArrayList<>(List.of(all.getFirst(), all.get(next++)));
            while (next < all.size() && width(some, all.get(next)) <= columns) {
                some.add(all.get(next++));
            }
            rows.forEach(row -> lines.add(line(row, some)));
        }
        return all.size() < 2 ? rows : lines;
    }

    private static int width(List<Column> some, Column more) {
        return some.stream().mapToInt(Column::width).sum() + some.size() * GAP.length() + more.width();
    }

    private static String line(String row, List<Column> some) {
        List<String> cells = some.stream().map(column -> cell(row, column)).toList();
        return String.join(GAP, cells).stripTrailing();
    }

    private static String cell(String row, Column column) {
        String text = row.substring(Math.min(column.from, row.length()), Math.min(column.to, row.length()));
        return text + " ".repeat(column.width() - text.length());
    }

    /** Between gaps that all rows share: two blanks, as one may be within a cell. */
    private List<Column> columns() {
        int width = width(rows);
        List<Integer> gaps =
                IntStream.range(1, width).filter(this::isGap).boxed().toList();
        List<Column> columns = new ArrayList<>();
        int from = 0;
        for (int gap : gaps) {
            if (gap > from) {
                columns.add(new Column(from, gap));
            }
            from = gap + GAP.length();
            while (from < width && isBlank(from)) {
                from++;
            }
        }
        columns.add(new Column(from, width));
        return columns;
    }

    private boolean isGap(int position) {
        return isBlank(position) && isBlank(position + 1) && !isBlank(position - 1);
    }

    private boolean isBlank(int position) {
        return rows.stream().allMatch(row -> position >= row.length() || row.charAt(position) == ' ');
    }
}

package muster.store.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;

/** Rows of text as lines whose columns are as wide as their widest cell. */
public final class AlignedRows {
    private static final String GAP = "  ";

    private final List<Integer> widths;
    private final IntPredicate right;

    private AlignedRows(List<Integer> widths, IntPredicate right) {
        this.widths = widths;
        this.right = right;
    }

    /**
     * One line a row.
     *
     * @param rows with the same number of cells each
     * @param right which columns are aligned to the right
     */
    public static List<String> lines(List<List<String>> rows, IntPredicate right) {
        AlignedRows aligned = new AlignedRows(widths(rows), right);
        return rows.stream().map(aligned::line).toList();
    }

    static List<Integer> widths(List<List<String>> rows) {
        List<Integer> widths =
                new ArrayList<>(Collections.nCopies(rows.getFirst().size(), 0));
        for (List<String> row : rows) {
            for (int i = 0; i < widths.size(); i++) {
                widths.set(i, Math.max(widths.get(i), row.get(i).length()));
            }
        }
        return widths;
    }

    private String line(List<String> row) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.size(); i++) {
            String pad = " ".repeat(widths.get(i) - row.get(i).length());
            line.append(i == 0 ? "" : GAP).append(right.test(i) ? pad + row.get(i) : row.get(i) + pad);
        }
        return line.toString().stripTrailing();
    }
}

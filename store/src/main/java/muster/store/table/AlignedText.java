package muster.store.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A table for people: numbers to the right, text to the left. */
final class AlignedText implements RowSink {
    private final Appendable out;
    private List<String> columns = List.of();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    AlignedText(Appendable out) {
        this.out = out;
    }

    @Override
    public void columns(List<String> names) {
        columns = names;
    }

    @Override
    public void row(List<@Nullable Object> row) {
        rows.add(row);
    }

    @Override
    public void end() {
        int[] widths = widths();
        line(widths, columns);
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
        }
        TableText.append(out, rule.append('\n'));
        rows.forEach(row -> line(widths, row));
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = rows.stream()
                    .mapToInt(row -> text(row.get(column)).length())
                    .max()
                    .orElse(0);
            widths[i] = Math.max(widths[i], columns.get(i).length());
        }
        return widths;
    }

    private void line(int[] widths, List<? extends @Nullable Object> values) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String text = text(values.get(i));
            String pad = " ".repeat(widths[i] - text.length());
            line.append(i == 0 ? "" : "  ").append(isRight(i) ? pad + text : text + pad);
        }
        TableText.append(out, line.toString().stripTrailing() + "\n");
    }

    private boolean isRight(int column) {
        return rows.stream().anyMatch(row -> row.get(column) instanceof Number);
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Double number -> String.format(Locale.ROOT, "%.3f", number);
            case byte[] blob -> blob.length + " bytes";
            default -> Printable.line(value.toString());
        };
    }
}

package muster.store.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import muster.text.Printable;
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
        List<List<String>> cells = new ArrayList<>(List.of(columns));
        rows.forEach(row -> cells.add(row.stream().map(AlignedText::text).toList()));
        List<String> rule = AlignedRows.widths(cells).stream().map("-"::repeat).toList();
        cells.add(1, rule);
        AlignedRows.lines(cells, this::isRight).forEach(line -> TableText.append(out, line + "\n"));
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

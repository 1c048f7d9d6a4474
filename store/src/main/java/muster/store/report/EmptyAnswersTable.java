package muster.store.report;

import java.util.List;
import muster.store.table.Row;
import muster.text.Quantity;

/** Operations of a phase of which some answers had no row. */
final class EmptyAnswersTable {
    private EmptyAnswersTable() {}

    /**
     * Nothing where each answer had one.
     *
     * @param rows of answer_summary
     */
    static void write(Html html, List<Row> rows) {
        List<List<String>> cells = rows.stream()
                .filter(row -> row.has("empty") && row.whole("empty") > 0)
                .map(row -> List.of(
                        row.text("operation"),
                        Quantity.number(row.number("answered")),
                        Quantity.number(row.number("empty")),
                        "empty " + Quantity.percent(row.number("empty_percent"))))
                .toList();
        if (!cells.isEmpty()) {
            html.table(List.of("operation", ">answers", ">without a row", ">share"), cells);
        }
    }
}

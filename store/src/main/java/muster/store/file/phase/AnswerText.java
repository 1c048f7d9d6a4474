package muster.store.file.phase;

import java.util.List;
import java.util.stream.Collectors;
import muster.store.file.row.AnswerReport;
import muster.store.file.row.AnswerReport.Counts;
import muster.store.file.row.AnswerReport.Wrong;
import muster.store.file.row.AnswerRow;
import muster.store.file.row.PhaseAt;
import muster.store.file.sqlite.Database;
import muster.store.table.JsonText;

/**
 * Compared answers as JSON, for the views answer_summary and wrong_answer:
 * {@code {"counts": [[operation, compared, unchecked], ...], "wrong": [[operation, index, parameters, expected_rows,
 * observed_rows, difference], ...]}}; {@code {}} where none were compared.
 */
public final class AnswerText {
    private static final String SUMMARY = "SELECT s.operation, s.compared, s.unchecked, s.wrong,"
            + " (SELECT w.parameters || ' (operation ' || w.operation_index || '): ' || w.expected_rows || ' rows expected, '"
            + " || w.observed_rows || ' observed: ' || replace(w.difference, char(10), '; ') FROM wrong_answer w"
            + " WHERE w.run_id = s.run_id AND w.step = s.step AND w.trial = s.trial AND w.phase = s.phase"
            + " AND w.operation = s.operation AND w.accepted LIMIT 1)"
            + " FROM answer_summary s WHERE s.run_id = ? AND s.step = ? AND s.trial = ? AND s.phase = ? ORDER BY 1";

    private AnswerText() {}

    static String write(AnswerReport answers) {
        if (answers.equals(AnswerReport.NONE)) {
            return "{}";
        }
        return "{\"counts\":" + counts(answers.counts()) + ",\"wrong\":" + wrong(answers.wrong()) + "}";
    }

    private static String counts(List<Counts> all) {
        return all.stream()
                .map(one -> JsonText.quoted(one.operation()) + "," + one.compared() + "," + one.unchecked())
                .collect(Collectors.joining("],[", all.isEmpty() ? "[" : "[[", all.isEmpty() ? "]" : "]]"));
    }

    private static String wrong(List<Wrong> all) {
        return all.stream()
                .map(one -> JsonText.quoted(one.operation()) + "," + one.index() + ","
                        + JsonText.quoted(one.parameters()) + "," + one.expectedRows() + "," + one.observedRows() + ","
                        + JsonText.quoted(one.difference()))
                .collect(Collectors.joining("],[", all.isEmpty() ? "[" : "[[", all.isEmpty() ? "]" : "]]"));
    }

    /** Those of a phase, by operation. */
    public static List<AnswerRow> read(Database database, PhaseAt at) {
        return database.list(
                SUMMARY,
                row -> {
                    String first = row.getString(5);
                    return new AnswerRow(
                            row.getString(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            first == null ? "" : first);
                },
                RowKeys.with(at));
    }
}

package muster.store.file.phase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.model.AnswerReport;
import muster.model.AnswerReport.Counts;
import muster.model.AnswerReport.Seen;
import muster.model.AnswerReport.Wrong;
import muster.model.AnswerRow;
import muster.model.PhaseAt;
import muster.store.file.sqlite.Database;
import muster.text.Json;

/**
 * Answers as JSON, for the views answer_summary, wrong_answer and first_answer:
 * {@code {"counts": [[operation, compared, unchecked, answered, empty], ...], "wrong": [[operation, index, parameters,
 * expected_rows, observed_rows, difference], ...], "seen": [[operation, index, rows, answer], ...]}}; {@code {}} where no
 * operation reads.
 */
public final class AnswerText {
    private static final String SUMMARY = "SELECT s.operation, s.compared, s.unchecked, s.wrong,"
            + " (SELECT w.parameters || ' (operation ' || w.operation_index || '): ' || w.expected_rows || ' rows expected, '"
            + " || w.observed_rows || ' observed: ' || replace(w.difference, char(10), '; ') FROM wrong_answer w"
            + " WHERE w.run_id = s.run_id AND w.step = s.step AND w.trial = s.trial AND w.phase = s.phase"
            + " AND w.operation = s.operation AND w.accepted LIMIT 1), s.answered, s.empty"
            + " FROM answer_summary s WHERE s.run_id = ? AND s.step = ? AND s.trial = ? AND s.phase = ? ORDER BY 1";

    private static final String TOTALS = "INSERT OR REPLACE INTO answer_total SELECT run_id, step, trial, phase,"
            + " operation, compared, unchecked FROM answer_summary"
            + " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ? AND compared + unchecked > 0";

    private AnswerText() {}

    static String write(AnswerReport answers) {
        if (answers.equals(AnswerReport.NONE)) {
            return "{}";
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("counts", answers.counts().stream().map(AnswerText::values).toList());
        all.put("wrong", answers.wrong().stream().map(AnswerText::values).toList());
        all.put("seen", answers.seen().stream().map(AnswerText::values).toList());
        return Json.compact(all);
    }

    private static List<Object> values(Counts one) {
        return List.of(one.operation(), one.compared(), one.unchecked(), one.answered(), one.empty());
    }

    private static List<Object> values(Seen one) {
        return List.of(one.operation(), one.index(), one.rows(), one.answer());
    }

    private static List<Object> values(Wrong one) {
        return List.of(
                one.operation(),
                one.index(),
                one.parameters(),
                one.expectedRows(),
                one.observedRows(),
                one.difference());
    }

    /** Sums up those of a phase that ends. */
    public static void total(Database database, PhaseAt at) {
        database.update(TOTALS, RowKeys.with(at));
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
                            first == null ? "" : first,
                            row.getLong(6),
                            row.getLong(7));
                },
                RowKeys.with(at));
    }
}

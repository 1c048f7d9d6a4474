package muster.report.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;

/** The measured phases of a run, and what was measured in each second of them, merged over workers. */
final class MeasuredPhases {
    private static final String PHASES = """
            SELECT p.run_id, p.step, p.trial, p.phase, p.start_ns, p.measured_until_ns FROM phase p
            WHERE p.run_id = ? AND p.kind = 'measure' AND p.state <> 'abandoned' AND p.start_ns > 0
            ORDER BY p.step, p.trial, p.ordinal""";
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String SECONDS = "SELECT DISTINCT start_ns / 1000000000 AS second FROM snapshot_batch" + KEY
            + " AND accepted ORDER BY second";
    private static final String MERGED =
            "SELECT full_operation AS operation, timing, outcome, min(start_ns) AS start_ns,"
                    + " max(end_ns) AS end_ns, hdr_merge(histogram) AS histogram FROM snapshot" + KEY
                    + " AND timing = ? AND start_ns >= ? AND start_ns < ? AND accepted AND samples > 0"
                    + " GROUP BY full_operation, outcome ORDER BY full_operation, outcome";
    private static final long SECOND_NS = 1_000_000_000;

    private final Query query;
    private final long runId;

    MeasuredPhases(Query query, long runId) {
        this.query = query;
        this.runId = runId;
    }

    List<Row> phases() {
        return rows(PHASES, runId);
    }

    /** Unix seconds that snapshots begin in. */
    List<Long> seconds(Row phase) {
        return rows(SECONDS, key(phase)).stream()
                .map(row -> row.whole("second"))
                .toList();
    }

    /** "service", "response" and stages. */
    List<String> timings(Row phase) {
        return rows("SELECT DISTINCT timing FROM outcome_total" + KEY + " ORDER BY timing", key(phase)).stream()
                .map(row -> row.text("timing"))
                .toList();
    }

    /** One row an operation and outcome of a second, with a merged histogram. */
    List<Row> merged(Row phase, String timing, long second) {
        List<Object> values = new ArrayList<>(Arrays.asList(key(phase)));
        values.addAll(List.of(timing, second * SECOND_NS, (second + 1) * SECOND_NS));
        return rows(MERGED, values.toArray());
    }

    List<Row> of(Row phase, String columnsFrom, String rest) {
        return rows("SELECT " + columnsFrom + KEY + rest, key(phase));
    }

    private Object[] key(Row phase) {
        return new Object[] {runId, phase.whole("step"), phase.whole("trial"), phase.text("phase")};
    }

    private List<Row> rows(String sql, Object... values) {
        return Row.of(query.table(sql, List.of(values)));
    }
}

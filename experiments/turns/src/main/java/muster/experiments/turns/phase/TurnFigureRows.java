package muster.experiments.turns.phase;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.model.CountedOperations;
import muster.store.file.Store;
import muster.store.file.row.OutcomeSql;

/**
 * Writes what was completed in each turn, once a run has ended: so that plain sqlite3 can read means, which stand in histograms, and
 * that no reader looks for the snapshots of a window again.
 */
final class TurnFigureRows {
    /** A snapshot lies wholly within or wholly outside of a window. */
    private static final String WRITE = """
            INSERT OR REPLACE INTO turn_figure
            SELECT w.run_id, w.step, w.trial, w.phase, w.stream, w.turn, s.operation, %s,
              hdr_mean(hdr_merge(iif(s.outcome = 'ok', s.histogram, NULL)))
            FROM turn_window w CROSS JOIN stream t USING (run_id, step, trial, phase, stream)
              CROSS JOIN snapshot s ON s.run_id = w.run_id AND s.step = w.step AND s.trial = w.trial AND s.phase = w.phase
                AND s.stream = t.name AND s.start_ns >= w.from_ns AND s.start_ns < w.to_ns AND s.end_ns <= w.to_ns
            WHERE w.run_id = ? AND t.name <> '' AND s.timing = 'response' AND s.accepted AND %s
            GROUP BY w.run_id, w.step, w.trial, w.phase, w.stream, w.turn, s.operation""".formatted(outcomes(), CountedOperations.sql("s.operation"));

    private TurnFigureRows() {}

    static void write(Store store, long runId) {
        store.database().update(WRITE, runId);
    }

    private static String outcomes() {
        return Stream.of(
                        "outcome = 'ok'",
                        OutcomeSql.IS_ERROR,
                        "outcome = 'absent'",
                        "outcome = 'duplicate'",
                        "outcome = 'unknown'",
                        "outcome = 'aborted'")
                .map(outcome -> "sum(iif(" + outcome + ", s.samples, 0))")
                .collect(Collectors.joining(", "));
    }
}

package muster.store.file;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseState;
import muster.model.UnfinishedRun;
import muster.model.UnfinishedRun.Part;
import muster.model.UnfinishedRun.Phase;
import muster.store.file.phase.RangeText;
import muster.store.file.phase.RowKeys;
import muster.store.file.sqlite.Database;

/** Reads what a coordinator that died has left. */
final class InterruptedRows {
    private static final String RUNS = "SELECT r.run_id, s.epoch, s.request FROM run r JOIN submission s USING (run_id)"
            + " WHERE r.ended_ns IS NULL AND r.mode = 'cluster' ORDER BY r.run_id";
    private static final String PHASES = "SELECT run_id, step, trial, phase, finished, start_ns, set_end_ns,"
            + " (SELECT coalesce(max(last_completion_ns), 0) FROM snapshot_batch r WHERE r.accepted = 1 AND r.run_id = p.run_id"
            + " AND r.step = p.step AND r.trial = p.trial AND r.phase = p.phase)"
            + ", state = 'abandoned' FROM phase p WHERE run_id = ? ORDER BY trial, step, ordinal";
    private static final String PARTS = "SELECT session, worker, clients, offset_ns, offset_error_ns, joined_ns,"
            + " left_ns > 0, lost FROM worker WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String CHECKS = "SELECT step, trial, kind, name, expected, observed, passed, worker, reason"
            + " FROM check_result v WHERE run_id = ? AND NOT EXISTS (SELECT 1 FROM phase p WHERE p.run_id = v.run_id"
            + " AND p.step = v.step AND p.trial = v.trial AND p.state = 'abandoned') ORDER BY check_id";

    private static final String ENVIRONMENT = "SELECT key, value FROM environment WHERE source = 'coordinator'"
            + " AND run_id = (SELECT max(run_id) FROM run JOIN submission USING (run_id) WHERE ended_ns IS NULL"
            + " AND mode = 'cluster' AND epoch <> " + UnfinishedRun.GIVEN_UP + ")";

    private final PhaseRecords phases;
    private final Database database;

    InterruptedRows(PhaseRecords phases, Database database) {
        this.phases = phases;
        this.database = database;
    }

    List<UnfinishedRun> read() {
        record Begun(long run, long epoch, byte[] request) {}
        return database.list(RUNS, row -> new Begun(row.getLong(1), row.getLong(2), row.getBytes(3))).stream()
                .map(begun -> read(begun.run(), begun.epoch(), begun.request()))
                .toList();
    }

    Map<String, String> environment() {
        return database.list(ENVIRONMENT, row -> Map.entry(row.getString(1), row.getString(2))).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private UnfinishedRun read(long run, long epoch, byte[] request) {
        return new UnfinishedRun(run, epoch, request, phases(run), checks(run));
    }

    private List<CheckRow> checks(long run) {
        return database.list(
                CHECKS,
                row -> new CheckRow(
                        run,
                        row.getInt(1),
                        row.getInt(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getInt(7) == 1,
                        row.getString(8),
                        row.getString(9)),
                run);
    }

    private List<Phase> phases(long run) {
        record Row(PhaseAt at, boolean finished, long startNs, long endNs, long lastNs, boolean abandoned) {}
        return database
                .list(
                        PHASES,
                        row -> new Row(
                                RowKeys.at(row),
                                row.getInt(5) == 1,
                                row.getLong(6),
                                row.getLong(7),
                                row.getLong(8),
                                row.getInt(9) == 1),
                        run)
                .stream()
                .map(row -> new Phase(
                        row.finished()
                                ? new PhaseState(row.at(), Map.of(), List.of(), Map.of())
                                : phases.state(row.at()),
                        row.abandoned(),
                        row.finished(),
                        row.startNs(),
                        row.endNs(),
                        row.lastNs(),
                        parts(row.at())))
                .toList();
    }

    private List<Part> parts(PhaseAt at) {
        return database.list(
                PARTS,
                row -> new Part(
                        row.getLong(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getInt(7) == 1,
                        RangeText.singles(row.getString(8))),
                RowKeys.with(at));
    }
}

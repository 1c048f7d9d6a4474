package muster.store.file.phase;

import java.util.List;
import java.util.OptionalLong;
import muster.model.IntervalFigures;
import muster.model.ResourceRow;
import muster.model.ServerStartRow;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.store.file.sqlite.Database;
import muster.text.Json;
import org.jspecify.annotations.Nullable;

/** The row of one report, and the resource rows of processes. */
public final class ReportRows {
    private static final String REPORT =
            "INSERT INTO snapshot_batch(run_id, step, trial, phase, session, seq, worker, epoch,"
                    + " start_ns, end_ns, last_completion_ns, accepted, operations, digest, covered, slow, resources, series,"
                    + " histograms, content, answers, samples, sampled_every, stream)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (run_id, step, trial, phase, session, seq) DO NOTHING";
    private static final String QUARANTINED =
            " FROM snapshot_batch WHERE run_id = ? AND step = ? AND trial = ? AND phase = ? AND session = ?"
                    + " AND seq = ? AND accepted = 0";
    private static final String RESOURCES =
            "INSERT OR REPLACE INTO resource_reading(run_id, step, trial, phase, session,"
                    + " seq, worker, end_ns, values_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String SERVER_START =
            "INSERT OR REPLACE INTO server_start(run_id, step, trial, data, name, version, pid, cpus, heap, settings_json,"
                    + " stop_ns, copy_ns, start_ns, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private ReportRows() {}

    /** Inserts the report; false, and nothing is changed, if one with its key is there. */
    public static boolean insert(Database database, SnapshotReport report) {
        return database.update(REPORT, row(report)) == 1;
    }

    /**
     * An incarnation of the coordinator had fenced this session, and died before that was durable: what it quarantined
     * is replaced by the same report, accepted. Returns how many indexes were quarantined; empty if that was not so.
     */
    public static OptionalLong replaceQuarantined(Database database, SnapshotReport report) {
        SnapshotKey of = report.key();
        @Nullable Object[] key = RowKeys.with(of.at(), of.session(), of.seq());
        List<Long> quarantined = database.list("SELECT operations" + QUARANTINED, row -> row.getLong(1), key);
        if (quarantined.isEmpty()) {
            return OptionalLong.empty();
        }
        database.update("DELETE" + QUARANTINED, key);
        database.update(REPORT, row(report));
        return OptionalLong.of(quarantined.getFirst());
    }

    public static void insert(Database database, ResourceRow row) {
        database.update(
                RESOURCES,
                RowKeys.with(
                        row.at(), row.session(), row.seq(), row.worker(), row.endNs(), Json.compact(row.values())));
    }

    public static void insert(Database database, ServerStartRow row) {
        database.update(
                SERVER_START,
                row.runId(),
                row.step(),
                row.trial(),
                row.data(),
                row.name(),
                row.version(),
                row.pid(),
                row.cpus(),
                row.heap(),
                row.settingsJson(),
                row.stopNs(),
                row.copyNs(),
                row.startNs(),
                row.bytes());
    }

    private static @Nullable Object[] row(SnapshotReport report) {
        SnapshotKey key = report.key();
        IntervalFigures figures = report.figures();
        return RowKeys.with(
                key.at(),
                key.session(),
                key.seq(),
                report.worker(),
                report.epoch(),
                figures.window().startNs(),
                figures.window().endNs(),
                figures.window().lastCompletionNs(),
                report.accepted() ? 1 : 0,
                LivePhase.indexes(report),
                figures.digest(),
                RangeText.write(report.covered()),
                SlowOperationText.write(figures.slow()),
                Json.compact(report.resources()),
                SeriesText.write(figures.series()),
                SeriesText.histograms(figures.series()),
                figures.content(),
                AnswerText.write(report.answers()),
                SampleText.write(figures.sampled().operations()),
                figures.sampled().every(),
                report.stream());
    }
}

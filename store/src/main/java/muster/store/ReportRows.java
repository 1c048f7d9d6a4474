package muster.store;

import java.util.Map;
import java.util.stream.Collectors;
import muster.store.SnapshotReport.Series;
import org.jspecify.annotations.Nullable;

/** The rows that one report becomes: report, snapshot, resource_report. */
final class ReportRows {
    private static final String REPORT = "INSERT INTO report(run_id, step, trial, phase, session, seq, worker, epoch,"
            + " start_ns, end_ns, last_completion_ns, accepted, operations, digest, covered, slow)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (run_id, step, trial, phase, session, seq) DO NOTHING";
    private static final String SNAPSHOT = "INSERT INTO snapshot(run_id, step, trial, phase, worker, session, epoch,"
            + " seq, operation, timing, outcome, start_ns, end_ns, samples, elements, bytes_sent, bytes_received,"
            + " retries, clamped, accepted, histogram)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String RESOURCES =
            "INSERT OR REPLACE INTO resource_report(run_id, step, trial, phase, session,"
                    + " seq, worker, end_ns, values_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private ReportRows() {}

    /** Inserts the report; false, and nothing is changed, if one with its key is there. */
    static boolean insert(Database database, SnapshotReport report) {
        if (database.update(REPORT, row(report)) == 0) {
            return false;
        }
        report.series().forEach(series -> database.update(SNAPSHOT, row(report, series)));
        insert(database, resources(report));
        return true;
    }

    private static ResourceRow resources(SnapshotReport report) {
        return new ResourceRow(
                report.at(), report.worker(), report.session(), report.seq(), report.endNs(), report.resources());
    }

    static void insert(Database database, ResourceRow row) {
        database.update(
                RESOURCES,
                Rows.with(row.at(), row.session(), row.seq(), row.worker(), row.endNs(), json(row.values())));
    }

    private static String json(Map<String, Long> values) {
        return values.entrySet().stream()
                .map(value -> JsonText.quoted(value.getKey()) + ":" + value.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static @Nullable Object[] row(SnapshotReport report) {
        return Rows.with(
                report.at(),
                report.session(),
                report.seq(),
                report.worker(),
                report.epoch(),
                report.startNs(),
                report.endNs(),
                report.lastCompletionNs(),
                report.accepted() ? 1 : 0,
                LivePhase.indexes(report),
                report.digest(),
                RangeText.write(report.covered()),
                SlowText.write(report.slow()));
    }

    private static @Nullable Object[] row(SnapshotReport report, Series series) {
        return Rows.with(
                report.at(),
                report.worker(),
                report.session(),
                report.epoch(),
                report.seq(),
                series.operation(),
                series.timing(),
                series.outcome(),
                report.startNs(),
                report.endNs(),
                series.samples(),
                series.elements(),
                series.bytesSent(),
                series.bytesReceived(),
                series.retries(),
                series.clamped(),
                report.accepted() ? 1 : 0,
                series.histogram());
    }
}

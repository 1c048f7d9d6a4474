package muster.store;

import muster.store.SnapshotReport.Series;
import muster.store.SnapshotReport.Slow;
import org.jspecify.annotations.Nullable;

/** The rows that one report becomes: report, snapshot, resource, slow_operation. */
final class ReportRows {
    private static final String REPORT = "INSERT INTO report(run_id, step, trial, phase, session, seq, worker, epoch,"
            + " start_ns, end_ns, last_completion_ns, accepted, operations, digest, covered)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (run_id, step, trial, phase, session, seq) DO NOTHING";
    private static final String SNAPSHOT = "INSERT INTO snapshot(run_id, step, trial, phase, worker, session, epoch,"
            + " seq, operation, timing, outcome, start_ns, end_ns, samples, elements, bytes_sent, bytes_received,"
            + " retries, clamped, accepted, histogram)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String RESOURCE =
            "INSERT OR REPLACE INTO resource(run_id, step, trial, phase, session, seq, name,"
                    + " worker, end_ns, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SLOW = "INSERT INTO slow_operation(run_id, step, trial, phase, worker, session, seq,"
            + " operation, operation_index, outcome, end_ns, service_ns, response_ns, accepted)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private ReportRows() {}

    /** Inserts the report; false, and nothing is changed, if one with its key is there. */
    static boolean insert(Database database, SnapshotReport report) {
        if (database.update(REPORT, row(report)) == 0) {
            return false;
        }
        report.series().forEach(series -> database.update(SNAPSHOT, row(report, series)));
        insert(database, resources(report));
        report.slow().forEach(slow -> database.update(SLOW, row(report, slow)));
        return true;
    }

    private static ResourceRow resources(SnapshotReport report) {
        return new ResourceRow(
                report.at(), report.worker(), report.session(), report.seq(), report.endNs(), report.resources());
    }

    static void insert(Database database, ResourceRow row) {
        row.values()
                .forEach((name, value) -> database.update(
                        RESOURCE,
                        Rows.with(row.at(), row.session(), row.seq(), name, row.worker(), row.endNs(), value)));
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
                RangeText.write(report.covered()));
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

    private static @Nullable Object[] row(SnapshotReport report, Slow slow) {
        return Rows.with(
                report.at(),
                report.worker(),
                report.session(),
                report.seq(),
                slow.operation(),
                slow.index(),
                slow.outcome(),
                slow.endNs(),
                slow.serviceNs(),
                slow.responseNs(),
                report.accepted() ? 1 : 0);
    }
}

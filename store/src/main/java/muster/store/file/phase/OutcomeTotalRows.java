package muster.store.file.phase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import muster.store.file.row.PhaseAt;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/** The rows of table tally of one phase. */
final class OutcomeTotalRows {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String WRITE =
            "INSERT OR REPLACE INTO outcome_total(run_id, step, trial, phase, operation, timing,"
                    + " outcome, samples, in_time, elements, bytes_sent, bytes_received, retries, clamped, first_message)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String READ = "SELECT operation, timing, outcome, samples, in_time, elements, bytes_sent,"
            + " bytes_received, retries, clamped, first_message FROM outcome_total" + KEY;
    private static final String LATE = "SELECT operation, timing, outcome, sum(samples) FROM snapshot" + KEY
            + " AND timing = ? AND start_ns >= ? AND accepted = 1 GROUP BY operation, outcome";

    private OutcomeTotalRows() {}

    static void write(
            Database database,
            PhaseAt at,
            Map<PhaseAggregate.Key, OperationTotals> tallies,
            Set<PhaseAggregate.Key> changed) {
        for (PhaseAggregate.Key key : changed) {
            OperationTotals tally = tallies.get(key);
            if (tally != null) {
                database.update(WRITE, row(at, key, tally));
            }
        }
    }

    /** The sums as they are written; the histograms of these tallies are empty. */
    static Map<PhaseAggregate.Key, OperationTotals> read(Database database, PhaseAt at) {
        Map<PhaseAggregate.Key, OperationTotals> read = new HashMap<>();
        database.each(READ, row -> read.put(key(row), tally(row)), RowKeys.with(at));
        return read;
    }

    /** Takes what was completed from this time on out of the sums that throughput is made from. */
    static void cut(Database database, PhaseAt at, PhaseAggregate aggregate, long fromNs) {
        Map<PhaseAggregate.Key, Long> late = new HashMap<>();
        aggregate.keys().stream()
                .map(PhaseAggregate.Key::timing)
                .distinct()
                .forEach(timing -> database.each(
                        LATE, row -> late.put(key(row), row.getLong(4)), RowKeys.with(at, timing, fromNs)));
        aggregate.change(tallies -> late.forEach((key, samples) -> {
            OperationTotals tally = tallies.apply(key);
            tally.inTime = tally.samples - samples;
        }));
    }

    static PhaseAggregate.Key key(ResultSet row) throws SQLException {
        return new PhaseAggregate.Key(row.getString(1), row.getString(2), row.getString(3));
    }

    private static OperationTotals tally(ResultSet row) throws SQLException {
        OperationTotals tally = new OperationTotals();
        tally.samples = row.getLong(4);
        tally.inTime = row.getLong(5);
        tally.elements = row.getLong(6);
        tally.bytesSent = row.getLong(7);
        tally.bytesReceived = row.getLong(8);
        tally.retries = row.getLong(9);
        tally.clamped = row.getLong(10);
        tally.firstMessage = row.getString(11);
        return tally;
    }

    private static @Nullable Object[] row(PhaseAt at, PhaseAggregate.Key key, OperationTotals tally) {
        return RowKeys.with(
                at,
                key.operation(),
                key.timing(),
                key.outcome(),
                tally.samples,
                tally.inTime,
                tally.elements,
                tally.bytesSent,
                tally.bytesReceived,
                tally.retries,
                tally.clamped,
                tally.firstMessage);
    }
}

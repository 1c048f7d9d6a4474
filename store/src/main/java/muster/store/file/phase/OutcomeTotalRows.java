package muster.store.file.phase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/** The rows of table outcome_total of one phase. */
final class OutcomeTotalRows {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String WRITE =
            "INSERT OR REPLACE INTO outcome_total(run_id, step, trial, phase, operation, timing,"
                    + " outcome, samples, in_time, elements, bytes_sent, bytes_received, retries, clamped, first_message)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String READ = "SELECT operation, timing, outcome, samples, in_time, elements, bytes_sent,"
            + " bytes_received, retries, clamped, first_message FROM outcome_total" + KEY;
    private static final String LATE = "SELECT full_operation, timing, outcome, start_ns, sum(samples) FROM snapshot"
            + KEY + " AND timing = ? AND start_ns >= ? AND accepted = 1 GROUP BY full_operation, outcome, start_ns";

    private OutcomeTotalRows() {}

    static void write(Database database, PhaseAt at, Map<Series.Key, OperationTotals> byKey, Set<Series.Key> changed) {
        for (Series.Key key : changed) {
            OperationTotals total = byKey.get(key);
            if (total != null) {
                database.update(WRITE, row(at, key, total));
            }
        }
    }

    /** The sums as they are written; the histograms of these totals are empty. */
    static Map<Series.Key, OperationTotals> read(Database database, PhaseAt at) {
        Map<Series.Key, OperationTotals> read = new HashMap<>();
        database.each(READ, row -> read.put(key(row), total(row)), RowKeys.with(at));
        return read;
    }

    /** Takes what was completed from this time on, and counted until now, out of the sums that throughput is made from. */
    static void cut(Database database, PhaseAt at, PhaseAggregate aggregate, long fromNs, IntervalRows.InTime counted) {
        Map<Series.Key, Long> late = new HashMap<>();
        aggregate.keys().stream()
                .map(Series.Key::timing)
                .distinct()
                .forEach(timing -> database.each(
                        LATE,
                        row -> {
                            if (counted.test(row.getString(1), row.getLong(4))) {
                                late.merge(key(row), row.getLong(5), Long::sum);
                            }
                        },
                        RowKeys.with(at, timing, fromNs)));
        aggregate.change(byKey -> late.forEach((key, samples) -> byKey.apply(key).inTime -= samples));
    }

    static Series.Key key(ResultSet row) throws SQLException {
        return new Series.Key(row.getString(1), row.getString(2), row.getString(3));
    }

    private static OperationTotals total(ResultSet row) throws SQLException {
        OperationTotals total = new OperationTotals();
        total.samples = row.getLong(4);
        total.inTime = row.getLong(5);
        total.counters = new Counters(row.getLong(6), row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10));
        total.firstMessage = row.getString(11);
        return total;
    }

    private static @Nullable Object[] row(PhaseAt at, Series.Key key, OperationTotals total) {
        return RowKeys.with(
                at,
                key.operation(),
                key.timing(),
                key.outcome(),
                total.samples,
                total.inTime,
                total.counters.elements(),
                total.counters.bytesSent(),
                total.counters.bytesReceived(),
                total.counters.retries(),
                total.counters.clamped(),
                total.firstMessage);
    }
}

package muster.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of table tally of one phase. */
final class TallyRows {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String WRITE = "INSERT OR REPLACE INTO tally(run_id, step, trial, phase, operation, timing,"
            + " outcome, samples, in_time, elements, bytes_sent, bytes_received, retries, clamped, first_message)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String READ = "SELECT operation, timing, outcome, samples, in_time, elements, bytes_sent,"
            + " bytes_received, retries, clamped, first_message FROM tally" + KEY;
    private static final String LATE = "SELECT operation, timing, outcome, sum(samples) FROM snapshot" + KEY
            + " AND timing = ? AND start_ns >= ? AND accepted = 1 GROUP BY operation, outcome";

    private TallyRows() {}

    static void write(Database database, PhaseAt at, Map<Aggregate.Key, Tally> tallies, Set<Aggregate.Key> changed) {
        for (Aggregate.Key key : changed) {
            Tally tally = tallies.get(key);
            if (tally != null) {
                database.update(WRITE, row(at, key, tally));
            }
        }
    }

    /** The sums as they are written; the histograms of these tallies are empty. */
    static Map<Aggregate.Key, Tally> read(Database database, PhaseAt at) {
        Map<Aggregate.Key, Tally> read = new HashMap<>();
        database.each(READ, row -> read.put(key(row), tally(row)), Rows.with(at));
        return read;
    }

    /** Takes what was completed from this time on out of the sums that throughput is made from. */
    static void cut(Database database, PhaseAt at, Aggregate aggregate, long fromNs) {
        Map<Aggregate.Key, Long> late = new HashMap<>();
        aggregate.keys().stream()
                .map(Aggregate.Key::timing)
                .distinct()
                .forEach(timing ->
                        database.each(LATE, row -> late.put(key(row), row.getLong(4)), Rows.with(at, timing, fromNs)));
        aggregate.change(tallies -> late.forEach((key, samples) -> {
            Tally tally = tallies.apply(key);
            tally.inTime = tally.samples - samples;
        }));
    }

    static Aggregate.Key key(ResultSet row) throws SQLException {
        return new Aggregate.Key(row.getString(1), row.getString(2), row.getString(3));
    }

    private static Tally tally(ResultSet row) throws SQLException {
        Tally tally = new Tally();
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

    private static @Nullable Object[] row(PhaseAt at, Aggregate.Key key, Tally tally) {
        return Rows.with(
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

package muster.store.file.phase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.ValueCounts;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.StoreException;

/** Reads a phase back from its rows and blobs; one that is new is empty. */
public final class PhaseReader {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";

    private final LivePhase live;
    private final Database database;
    private final HistogramDecoder blobs;

    private PhaseReader(LivePhase live, Database database, HistogramDecoder blobs) {
        this.live = live;
        this.database = database;
        this.blobs = blobs;
    }

    public static LivePhase read(PhaseAt at, Database database, HistogramDecoder blobs) {
        PhaseReader reader = new PhaseReader(new LivePhase(at), database, blobs);
        reader.bounds();
        reader.live.turns(database);
        reader.reports();
        reader.byKey();
        reader.histograms();
        return reader.live;
    }

    /** What the accepted reports of one second hold; those who report it late are missing. */
    public static PhaseAggregate second(PhaseAt at, long unixSecond, Database database, HistogramDecoder blobs) {
        LivePhase second = new LivePhase(at);
        database.each(
                "SELECT full_operation, timing, outcome, histogram FROM snapshot" + KEY
                        + " AND accepted = 1 AND timing IN ('service', 'response') AND start_ns >= ? AND start_ns < ?",
                row -> {
                    Series.Key key = OutcomeTotalRows.key(row);
                    DecodedHistogram histogram = blobs.decode(row.getBytes(4));
                    second.aggregate.change(byKey -> byKey.apply(key).add(histogram));
                },
                RowKeys.with(at, unixSecond * IntervalRows.SECOND_NS, (unixSecond + 1) * IntervalRows.SECOND_NS));
        return second.aggregate;
    }

    private void bounds() {
        String sql = "SELECT start_ns, set_end_ns, measured_until_ns FROM phase" + KEY;
        if (database.list(
                        sql, row -> live.bounds(row.getLong(1), row.getLong(2), row.getLong(3)), RowKeys.with(live.at))
                .isEmpty()) {
            throw new StoreException("no phase " + live.at + " was begun");
        }
    }

    private void reports() {
        database.each(
                "SELECT accepted, operations, last_completion_ns, end_ns, covered FROM snapshot_batch" + KEY,
                row -> {
                    if (row.getInt(1) == 0) {
                        live.aggregate.quarantined(row.getLong(2));
                        return;
                    }
                    live.aggregate.completed(row.getLong(3));
                    live.lastEndNs = Math.max(live.lastEndNs, row.getLong(4));
                    RangeText.read(row.getString(5)).forEach(live.covered::add);
                },
                RowKeys.with(live.at));
    }

    private void byKey() {
        Map<Series.Key, OperationTotals> read = OutcomeTotalRows.read(database, live.at);
        live.aggregate.change(
                byKey -> read.forEach((key, total) -> byKey.apply(key).restore(total)));
    }

    /** An ended phase has them decoded; any other is read from its blobs. */
    private void histograms() {
        String finished = "SELECT finished FROM phase" + KEY;
        if (database.number(finished, RowKeys.with(live.at)) == 1) {
            each(
                    "SELECT operation, timing, outcome, lowest_ns, count FROM bucket" + KEY,
                    (row, counts) -> counts.add(ValueCounts.index(row.getLong(4)), row.getLong(5)));
        } else {
            each(
                    "SELECT full_operation, timing, outcome, histogram FROM snapshot" + KEY + " AND accepted = 1",
                    (row, counts) -> counts.add(blobs.decode(row.getBytes(4))));
        }
    }

    private interface Adding {
        void add(ResultSet row, ValueCounts counts) throws SQLException;
    }

    private void each(String sql, Adding adding) {
        Map<Series.Key, OperationTotals> read = new HashMap<>();
        database.each(
                sql,
                row -> adding.add(
                        row, read.computeIfAbsent(OutcomeTotalRows.key(row), key -> new OperationTotals()).counts),
                RowKeys.with(live.at));
        live.aggregate.change(
                byKey -> read.forEach((key, total) -> byKey.apply(key).counts.add(total.counts)));
    }
}

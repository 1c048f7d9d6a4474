package muster.store.file.phase;

import java.util.List;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.store.file.histogram.ValueCounts;
import muster.store.file.sqlite.Database;

/** The rows of tables bucket and merged_bucket of one phase: its histograms, decoded for plain SQL. */
final class BucketRows {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    private static final String BUCKET = "INSERT INTO bucket(run_id, step, trial, phase, operation, timing, outcome,"
            + " cumulative, lowest_ns, value_ns, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String MERGED = "INSERT INTO merged_bucket(run_id, step, trial, phase, timing,"
            + " cumulative, lowest_ns, value_ns, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private BucketRows() {}

    /** Replaces what was written before. */
    static void write(Database database, PhaseAt at, PhaseAggregate aggregate) {
        database.update("DELETE FROM bucket" + KEY, RowKeys.with(at));
        database.update("DELETE FROM merged_bucket" + KEY, RowKeys.with(at));
        aggregate.byKey().forEach((key, total) -> bucket(database, at, key, total.counts));
        for (String timing : List.of("service", "response")) {
            merged(database, at, timing, aggregate.merged("", timing, "ok"));
        }
    }

    private static void bucket(Database database, PhaseAt at, Series.Key key, ValueCounts counts) {
        long[] cumulative = {0};
        counts.each((lowest, highest, count) -> {
            cumulative[0] += count;
            database.update(
                    BUCKET,
                    RowKeys.with(
                            at, key.operation(), key.timing(), key.outcome(), cumulative[0], lowest, highest, count));
            return true;
        });
    }

    private static void merged(Database database, PhaseAt at, String timing, ValueCounts counts) {
        long[] cumulative = {0};
        counts.each((lowest, highest, count) -> {
            cumulative[0] += count;
            database.update(MERGED, RowKeys.with(at, timing, cumulative[0], lowest, highest, count));
            return true;
        });
    }
}

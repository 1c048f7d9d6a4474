package muster.store.file.phase;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.model.SnapshotReport;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.sqlite.Database;

/**
 * A phase in memory: its sums, its decoded histograms, the union of what it covers. Everything can be read back from
 * the file, so that a restarted coordinator, a crash and a late reader go the same way.
 */
public final class LivePhase {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";

    final PhaseAt at;
    public final PhaseAggregate aggregate = new PhaseAggregate();
    public final IndexUnion covered = new IndexUnion();
    private final IntervalRows intervals;
    private final Set<Series.Key> changed = new HashSet<>();
    private long startNs;
    private long setEndNs;
    long lastEndNs;
    private long measuredUntilNs;
    private long inTimeBefore;
    private TurnWindows turns = new TurnWindows();

    LivePhase(PhaseAt at) {
        this.at = at;
        this.intervals = new IntervalRows(at);
    }

    /** Sets when the phase starts and ends; the end is 0 for a phase that is bound by a count. */
    public LivePhase bounds(long startNs, long setEndNs, long measuredUntilNs) {
        this.startNs = startNs;
        this.setEndNs = setEndNs;
        this.measuredUntilNs = Math.max(this.measuredUntilNs, measuredUntilNs);
        this.inTimeBefore = setEndNs == 0 ? Long.MAX_VALUE : setEndNs;
        return this;
    }

    /** Reads the turns of its loads, if they take turns. */
    public LivePhase turns(Database database) {
        turns = TurnWindows.read(database, at);
        return this;
    }

    private boolean inTime(String operation, long startNs) {
        return startNs < inTimeBefore && turns.measures(operation, startNs);
    }

    public void prepare(SnapshotReport report, Database database, HistogramDecoder blobs) {
        if (report.accepted()) {
            intervals.prepare(IntervalRows.secondOf(startNs(report)), database, blobs, this::inTime);
        }
    }

    /** Adds a report whose rows are inserted; returns how many indexes it covers. */
    public void add(VerifiedSnapshot verified) {
        SnapshotReport report = verified.report;
        if (!report.accepted()) {
            aggregate.quarantined(indexes(report));
            return;
        }
        IntervalFigures figures = report.figures();
        report.covered().forEach(covered::add);
        aggregate.change(byKey -> {
            for (int i = 0; i < figures.series().size(); i++) {
                add(figures.window(), figures.series().get(i), verified.histograms.get(i), byKey);
            }
        });
        aggregate.completed(figures.window().lastCompletionNs());
        aggregate.endedOk(startNs(report), figures.operations("ok"));
        lastEndNs = Math.max(lastEndNs, figures.window().endNs());
    }

    /** What was quarantined before is accepted now. */
    public void replace(long quarantined, VerifiedSnapshot verified) {
        aggregate.quarantined(-quarantined);
        add(verified);
    }

    public static long indexes(SnapshotReport report) {
        return report.covered().stream().mapToLong(IndexRange::count).sum();
    }

    private static long startNs(SnapshotReport report) {
        return report.figures().window().startNs();
    }

    /** Writes what the reports changed, within the transaction that inserted them. */
    public void write(Database database) {
        OutcomeTotalRows.write(database, at, aggregate.byKey(), changed);
        if (changed.isEmpty()) {
            writeQuarantined(database);
            return;
        }
        changed.clear();
        intervals.flushOld(database);
        measuredUntilNs = Math.max(measuredUntilNs, measuredSoFar());
        writePhase(database);
    }

    /** Writes all that views read of a phase that ends, or that a crash ended. */
    public void finish(Database database, HistogramDecoder blobs, long endNs) {
        if (endNs > 0) {
            measuredUntilNs = endNs;
            cutAt(endNs, database, blobs);
        }
        intervals.flushAll(database);
        intervals.fillSilence(database, startNs, measuredUntilNs);
        BucketRows.write(database, at, aggregate);
        database.update("DELETE FROM coverage" + KEY, RowKeys.with(at));
        PhaseRows.coverage(database, at, "covered", covered.ranges());
        writePhase(database);
    }

    /** Writes what a crash left unwritten, from the blobs, and says that the phase has no end. */
    public void repair(Database database, HistogramDecoder blobs) {
        readIntervals(database, blobs);
        finish(database, blobs, 0);
        database.update("UPDATE phase SET state = 'partial'" + KEY, RowKeys.with(at));
    }

    private void readIntervals(Database database, HistogramDecoder blobs) {
        String seconds =
                "SELECT DISTINCT start_ns / 1000000000 FROM snapshot_batch" + KEY + " AND accepted = 1 ORDER BY 1";
        for (long second : database.list(seconds, row -> row.getLong(1), RowKeys.with(at))) {
            intervals.prepare(second, database, blobs, this::inTime);
            intervals.flushAll(database);
        }
    }

    private void add(
            Window window, Series series, DecodedHistogram histogram, Function<Series.Key, OperationTotals> byKey) {
        Series.Key key = series.key();
        boolean inTime = inTime(key.operation(), window.startNs());
        byKey.apply(key).add(series, histogram, inTime);
        long second = IntervalRows.secondOf(window.startNs());
        intervals.add(second, key, histogram, series.counters().elements(), inTime);
        changed.add(key);
    }

    private long measuredSoFar() {
        return setEndNs == 0 ? aggregate.totals().lastCompletionNs() : Math.min(setEndNs, lastEndNs);
    }

    /** A phase that was stopped before its set end: what was completed after the stop was drained. */
    private void cutAt(long endNs, Database database, HistogramDecoder blobs) {
        if (setEndNs == 0 || endNs >= setEndNs) {
            return;
        }
        OutcomeTotalRows.cut(database, at, aggregate, endNs, this::inTime);
        inTimeBefore = endNs;
        intervals.flushAll(database);
        String late = "SELECT DISTINCT start_ns / 1000000000 FROM snapshot_batch" + KEY
                + " AND accepted = 1 AND start_ns >= ?";
        for (long second : database.list(late, row -> row.getLong(1), RowKeys.with(at, endNs))) {
            intervals.prepare(second, database, blobs, this::inTime);
        }
        OutcomeTotalRows.write(database, at, aggregate.byKey(), aggregate.keys());
    }

    /** Of a phase that is over nothing else may change. */
    private void writeQuarantined(Database database) {
        database.update(
                "UPDATE phase SET quarantined = ?" + KEY,
                aggregate.totals().quarantined(),
                at.runId(),
                at.step(),
                at.trial(),
                at.phase());
    }

    private void writePhase(Database database) {
        database.update(
                "UPDATE phase SET covered = ?, quarantined = ?, measured_until_ns = ?,"
                        + " state = iif(state = 'partial', 'running', state)" + KEY,
                covered.size(),
                aggregate.totals().quarantined(),
                measuredUntilNs,
                at.runId(),
                at.step(),
                at.trial(),
                at.phase());
    }
}

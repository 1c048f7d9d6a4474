package muster.store.file.phase;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.Distribution;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.ValueCounts;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/**
 * The rows of table interval of one phase. The newest seconds are kept in memory; an older one is written, and read
 * back from its blobs when a late report belongs to it. So memory does not grow with the length of a run.
 */
public final class IntervalRows {
    public static final long SECOND_NS = 1_000_000_000;
    private static final int KEPT = 8;

    private static final String UPSERT = "INSERT OR REPLACE INTO interval(run_id, step, trial, phase, unix_second,"
            + " operation, operations, ok, ok_in_time, errors, elements, p50_ns, p99_ns, p999_ns, max_ns, absent, duplicate,"
            + " unknown, aborted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String BLOBS =
            "SELECT full_operation, timing, outcome, start_ns, elements, histogram FROM snapshot"
                    + " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ? AND timing IN ('service', 'response')"
                    + " AND start_ns >= ? AND start_ns < ? AND accepted = 1";
    private static final String SILENT = "INSERT OR IGNORE INTO interval(run_id, step, trial, phase, unix_second,"
            + " operation, operations, ok, ok_in_time, errors, elements, absent, duplicate, unknown, aborted)"
            + " WITH RECURSIVE every(unix_second) AS (SELECT ? UNION ALL SELECT unix_second + 1 FROM every"
            + " WHERE unix_second < ?) SELECT run_id, step, trial, phase, every.unix_second, operation, 0, 0, 0, 0, 0, 0, 0, 0, 0"
            + " FROM every, (SELECT DISTINCT run_id, step, trial, phase, operation FROM outcome_total"
            + " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ? AND timing = 'service')";

    private final PhaseAt at;
    private final TreeMap<Long, Map<String, Cell>> kept = new TreeMap<>();

    IntervalRows(PhaseAt at) {
        this.at = at;
    }

    /** Whether what an operation completed in an interval that begins then counts for its throughput. */
    interface InTime {
        boolean test(String operation, long startNs);
    }

    /** One second of one operation. */
    private static final class Cell {
        final ValueCounts okResponses = new ValueCounts();
        OutcomeCounts counts = OutcomeCounts.NONE;
        long okInTime;
        long elements;
    }

    public static long secondOf(long startNs) {
        return Math.floorDiv(startNs, SECOND_NS);
    }

    /** Must be called before rows of this second are inserted, since it may read them back. */
    void prepare(long second, Database database, HistogramDecoder blobs, InTime inTime) {
        if (!kept.containsKey(second)) {
            kept.put(second, new HashMap<>());
            database.each(
                    BLOBS,
                    row -> add(
                            second,
                            OutcomeTotalRows.key(row),
                            blobs.decode(row.getBytes(6)),
                            row.getLong(5),
                            inTime.test(row.getString(1), row.getLong(4))),
                    RowKeys.with(at, second * SECOND_NS, (second + 1) * SECOND_NS));
        }
    }

    void add(long second, Series.Key key, DecodedHistogram histogram, long elements, boolean inTime) {
        Map<String, Cell> cells = kept.get(second);
        if (cells == null) {
            throw new IllegalStateException("second " + second + " was not prepared");
        }
        Cell cell = cells.computeIfAbsent(key.operation(), operation -> new Cell());
        boolean ok = key.outcome().equals("ok");
        if (key.timing().equals("service")) {
            count(cell, key, histogram.samples, elements, inTime);
        } else if (key.timing().equals("response") && ok) {
            cell.okResponses.add(histogram);
        }
    }

    /** Writes all but the newest seconds. */
    void flushOld(Database database) {
        while (kept.size() > KEPT) {
            write(database, kept.firstKey(), kept.pollFirstEntry().getValue());
        }
    }

    void flushAll(Database database) {
        kept.forEach((second, cells) -> write(database, second, cells));
        kept.clear();
    }

    /** A second in which nothing was completed is a row of zeros: a stall must be seen. */
    void fillSilence(Database database, long startNs, long endNs) {
        if (startNs > 0 && endNs > startNs) {
            database.update(
                    SILENT, secondOf(startNs), secondOf(endNs - 1), at.runId(), at.step(), at.trial(), at.phase());
        }
    }

    private static void count(Cell cell, Series.Key key, long samples, long elements, boolean inTime) {
        cell.counts = cell.counts.plus(key.outcome(), samples);
        cell.okInTime += key.outcome().equals("ok") && inTime ? samples : 0;
        cell.elements += elements;
    }

    private void write(Database database, long second, Map<String, Cell> cells) {
        cells.forEach((operation, cell) -> {
            Distribution response = new Distribution(cell.okResponses);
            Object[] values = RowKeys.with(
                    at,
                    second,
                    operation,
                    cell.counts.operations(),
                    cell.counts.ok(),
                    cell.okInTime,
                    cell.counts.errors(),
                    cell.elements,
                    orNull(response.percentileNs(50)),
                    orNull(response.percentileNs(99)),
                    orNull(response.percentileNs(99.9)),
                    response.samples() == 0 ? null : response.maxNs(),
                    cell.counts.absent(),
                    cell.counts.duplicate(),
                    cell.counts.unknown(),
                    cell.counts.aborted());
            database.update(UPSERT, values);
        });
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}

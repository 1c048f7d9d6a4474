package muster.store.file;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import muster.model.AnswerRow;
import muster.model.CrashRow;
import muster.model.IndexRange;
import muster.model.LeaseRow;
import muster.model.LostWriteRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.PhaseState;
import muster.model.ProfileRow;
import muster.model.ResourceRow;
import muster.model.ServerStartRow;
import muster.model.SnapshotReport;
import muster.model.StreamIndex;
import muster.model.TurnCpuRow;
import muster.model.WorkerRow;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.phase.AnswerText;
import muster.store.file.phase.CrashRows;
import muster.store.file.phase.LivePhase;
import muster.store.file.phase.PhaseAggregate;
import muster.store.file.phase.PhaseReader;
import muster.store.file.phase.PhaseRows;
import muster.store.file.phase.ReportRows;
import muster.store.file.phase.RowKeys;
import muster.store.file.phase.VerifiedSnapshot;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.StoreException;

/**
 * Writes phases and what workers report of them. Durable when a method returns. One thread writes; any thread may read
 * {@link #aggregate}.
 */
public final class PhaseRecords {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    /** Ended phases whose histograms stay in memory, for verdicts and summaries. */
    private static final int ENDED_KEPT = 4;

    private final Database database;
    private final HistogramDecoder blobs;
    private final Map<PhaseAt, LivePhase> live = new ConcurrentHashMap<>();
    private final Deque<PhaseAt> ended = new ArrayDeque<>();

    PhaseRecords(Database database, HistogramDecoder blobs) {
        this.database = database;
        this.blobs = blobs;
    }

    /** Inserts the phase, or replaces what was written of it before; what was measured stays. */
    public synchronized void phase(PhaseRow phase) {
        database.transaction(() -> PhaseRows.upsert(database, phase));
        live(phase.at()).bounds(phase.startNs(), phase.endNs(), 0).turns(database);
    }

    /**
     * Commits reports and leases in one transaction. A report whose (at, session, seq) exists already is ignored, so a
     * re-sent snapshot is harmless.
     */
    public synchronized void commit(List<VerifiedSnapshot> reports, List<LeaseRow> leases) {
        Set<PhaseAt> touched =
                reports.stream().map(verified -> verified.report.key().at()).collect(Collectors.toSet());
        touched.forEach(this::live);
        try {
            database.transaction(() -> {
                reports.forEach(this::insert);
                touched.forEach(at -> live(at).write(database));
                leases.forEach(lease -> PhaseRows.upsert(database, lease));
            });
        } catch (RuntimeException failed) {
            // What is in memory is ahead of the file now; it is read back when it is asked for again.
            touched.forEach(live::remove);
            throw failed;
        }
    }

    /** Writes the rest of the interval rows, the bucket rows, and the coverage of a phase. */
    public synchronized void end(PhaseEnd end) {
        LivePhase phase = live(end.at());
        try {
            database.transaction(() -> {
                phase.finish(database, blobs, end.endNs());
                AnswerText.total(database, end.at());
                PhaseRows.coverage(database, end.at(), "missing", end.missing());
                PhaseRows.update(database, end);
            });
        } catch (RuntimeException failed) {
            live.remove(end.at());
            throw failed;
        }
        ended.remove(end.at());
        ended.add(end.at());
        if (ended.size() > ENDED_KEPT) {
            live.remove(ended.remove());
        }
    }

    /** Inserts the worker's part in a phase, or replaces it. */
    public synchronized void worker(WorkerRow worker) {
        database.transaction(() -> PhaseRows.upsert(database, worker));
    }

    /** A session that served a phase is not there any more; it may have executed what it has lost. */
    public synchronized void left(PhaseAt at, long session, long leftNs, String reason, List<IndexRange> lost) {
        PhaseRows.left(database, at, session, leftNs, reason, lost);
    }

    /** What a process has used, beside what comes with its reports. */
    public synchronized void resources(ResourceRow row) {
        database.transaction(() -> ReportRows.insert(database, row));
    }

    /** A start of the server that a plan names. */
    public synchronized void serverStart(ServerStartRow row) {
        database.transaction(() -> ReportRows.insert(database, row));
    }

    /** How a load of the phase changes with time. */
    public synchronized void turnCpu(List<TurnCpuRow> rows) {
        database.transaction(() -> rows.forEach(row -> PhaseRows.upsert(database, row)));
    }

    public synchronized void profile(ProfileRow row) {
        PhaseRows.upsert(database, row);
    }

    /** A crash of the server, and the acknowledged writes that it lost. */
    public synchronized void crash(CrashRow row, List<LostWriteRow> lost) {
        database.transaction(() -> CrashRows.insert(database, row, lost));
    }

    /**
     * No index of the mark's stream at or above it was or will be granted before a higher mark is reserved
     * (docs/semantics.md rule 16).
     */
    public synchronized void reserve(PhaseAt at, long mark) {
        int found = database.update(
                "INSERT INTO stream(run_id, step, trial, phase, stream, reserved)"
                        + " SELECT run_id, step, trial, phase, ?, ? FROM phase" + KEY
                        + " ON CONFLICT DO UPDATE SET reserved = excluded.reserved",
                StreamIndex.stream(mark),
                mark,
                at.runId(),
                at.step(),
                at.trial(),
                at.phase());
        if (found == 0) {
            throw new StoreException(database.file() + ": no phase " + at + " was begun");
        }
    }

    /** What a restarted coordinator must know of a phase that was running. */
    public synchronized PhaseState state(PhaseAt at) {
        Map<Long, Long> committed = new HashMap<>();
        database.each(
                "SELECT session, seq FROM snapshot_batch" + KEY + " AND accepted = 1 ORDER BY session, seq",
                row -> {
                    long before = committed.getOrDefault(row.getLong(1), 0L);
                    committed.put(row.getLong(1), row.getLong(2) == before + 1 ? before + 1 : before);
                },
                RowKeys.with(at));
        Map<Integer, Long> reserved = new HashMap<>();
        database.each(
                "SELECT stream, reserved FROM stream" + KEY,
                row -> reserved.put(row.getInt(1), row.getLong(2)),
                RowKeys.with(at));
        return new PhaseState(at, reserved, live(at).covered.ranges(), committed);
    }

    /** The books of an ended phase, as coverage_summary has them. */
    public record Coverage(long planned, long covered, long missing, long counted) {}

    /** Reads those of the phase, as "", and those of each of its streams that has a name. */
    public synchronized Map<String, Coverage> coverage(PhaseAt at) {
        Map<String, Coverage> coverage = new HashMap<>();
        database.each(
                "SELECT stream, planned, covered, missing, counted FROM stream_summary" + KEY
                        + " AND stream <> '' UNION ALL SELECT '', planned, covered, missing, counted FROM coverage_summary"
                        + KEY,
                row -> coverage.put(
                        row.getString(1), new Coverage(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5))),
                RowKeys.with(at, RowKeys.with(at)));
        return coverage;
    }

    /** What the comparison of answers with a reference gave in a phase, by operation. */
    public synchronized List<AnswerRow> answers(PhaseAt at) {
        return AnswerText.read(database, at);
    }

    /**
     * What the accepted reports of a phase hold so far. It stays live while the phase runs; after a commit that failed it
     * must be asked for again.
     */
    public PhaseAggregate aggregate(PhaseAt at) {
        LivePhase known = live.get(at);
        return known == null ? read(at).aggregate : known.aggregate;
    }

    /** What the accepted reports of one second of a phase hold so far, by the coordinator's clock. */
    public synchronized PhaseAggregate second(PhaseAt at, long unixSecond) {
        return PhaseReader.second(at, unixSecond, database, blobs);
    }

    private void insert(VerifiedSnapshot verified) {
        SnapshotReport report = verified.report;
        LivePhase phase = live(report.key().at());
        phase.prepare(report, database, blobs);
        if (ReportRows.insert(database, report)) {
            phase.add(verified);
        } else if (report.accepted()) {
            ReportRows.replaceQuarantined(database, report).ifPresent(before -> phase.replace(before, verified));
        }
    }

    private LivePhase live(PhaseAt at) {
        return live.computeIfAbsent(at, key -> PhaseReader.read(key, database, blobs));
    }

    private synchronized LivePhase read(PhaseAt at) {
        return live(at);
    }

    /** Ends what was running when its writer died. */
    synchronized void repair() {
        String unfinished = "SELECT run_id, step, trial, phase FROM phase WHERE NOT finished AND state <> 'partial'";
        for (PhaseAt at : database.list(unfinished, RowKeys::at)) {
            LivePhase phase = PhaseReader.read(at, database, blobs);
            database.transaction(() -> phase.repair(database, blobs));
        }
    }
}

package muster.store.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.HistogramFunctions;
import muster.store.file.phase.LivePhase;
import muster.store.file.phase.PhaseAggregate;
import muster.store.file.phase.PhaseReader;
import muster.store.file.phase.PhaseRows;
import muster.store.file.phase.ReportRows;
import muster.store.file.phase.RowKeys;
import muster.store.file.phase.RunRows;
import muster.store.file.phase.VerifiedSnapshot;
import muster.store.file.row.CheckRow;
import muster.store.file.row.IndexRange;
import muster.store.file.row.InterruptedRow;
import muster.store.file.row.LeaseRow;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.PhaseEnd;
import muster.store.file.row.PhaseRow;
import muster.store.file.row.PhaseState;
import muster.store.file.row.ResourceRow;
import muster.store.file.row.RunEnd;
import muster.store.file.row.RunRow;
import muster.store.file.row.ServerStartRow;
import muster.store.file.row.SnapshotReport;
import muster.store.file.row.StepRow;
import muster.store.file.row.WorkerRow;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.QueryRunner;
import muster.store.file.sqlite.SqliteConnections;
import muster.store.file.sqlite.StoreException;
import muster.store.file.sqlite.StoreFile;
import muster.store.file.sqlite.WriterLock;
import muster.store.table.Table;

/**
 * The one writer of a store file. All methods are called from one thread, but for {@link #aggregate} and what it
 * returns, which any thread may read. Every method that writes is durable (on disk) when it returns, and throws
 * StoreException, with nothing written, when the file or the disk refuses.
 */
public final class Store implements AutoCloseable {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";
    /** Ended phases whose histograms stay in memory, for verdicts and summaries. */
    private static final int ENDED_KEPT = 4;

    private final Path file;
    private final WriterLock lock;
    private final Database database;
    private final HistogramDecoder blobs = new HistogramDecoder();
    private final Map<PhaseAt, LivePhase> live = new ConcurrentHashMap<>();
    private final Deque<PhaseAt> ended = new ArrayDeque<>();

    private Store(Path file, WriterLock lock, Database database) {
        this.file = file;
        this.lock = lock;
        this.database = database;
    }

    /**
     * Opens or creates a store file, folders included. Phases that a crash left without an end are recomputed from their
     * blobs and marked 'partial'.
     *
     * @throws StoreException one line: held by another process (named by its pid), of a newer version, not a Muster
     *     file, or read-only; the file is untouched then
     */
    public static Store open(Path file) {
        try {
            Path real = StoreFile.real(file);
            StoreFile.requireWritable(real);
            return locked(real, WriterLock.take(real));
        } catch (IOException failed) {
            throw new StoreException(file + ": cannot be opened: " + StoreFile.reason(failed), failed);
        }
    }

    private static Store locked(Path file, WriterLock lock) {
        try {
            Database database = new Database(file, SqliteConnections.writer(file));
            StoreFile.migrate(database);
            HistogramFunctions.register(database.connection());
            Store store = new Store(file, lock, database);
            store.repair();
            return store;
        } catch (SQLException failed) {
            lock.close();
            throw new StoreException(file + ": cannot be opened: " + Database.oneLine(failed), failed);
        } catch (RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /**
     * Commits reports and leases in one transaction. A report whose (at, session, seq) exists already is ignored, so a
     * re-sent snapshot is harmless.
     */
    public synchronized void commit(List<VerifiedSnapshot> reports, List<LeaseRow> leases) {
        Set<PhaseAt> touched =
                reports.stream().map(verified -> verified.report.at()).collect(Collectors.toSet());
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

    /** Writes the run, its plan and the environment; returns its number. */
    public synchronized long begin(RunRow run) {
        long[] id = {0};
        database.transaction(() -> id[0] = RunRows.insert(database, run));
        return id[0];
    }

    /**
     * The same, with what another incarnation of the coordinator needs to go on with it.
     *
     * @param epoch this incarnation
     * @param request what was asked for, as it came
     */
    public synchronized long begin(RunRow run, long epoch, byte[] request) {
        long[] id = {0};
        database.transaction(() -> {
            id[0] = RunRows.insert(database, run);
            database.update("INSERT INTO submission(run_id, epoch, request) VALUES (?, ?, ?)", id[0], epoch, request);
        });
        return id[0];
    }

    /** Runs that have no end, the oldest first. */
    public synchronized List<InterruptedRow> interrupted() {
        return new InterruptedRows(this, database).read();
    }

    /** An interrupted run goes on; if it had been given up, then as one of the incarnation {@code epoch}. */
    public synchronized void goOn(long runId, long epoch) {
        database.transaction(() -> {
            database.update("UPDATE run SET state = 'running' WHERE run_id = ?", runId);
            database.update("UPDATE submission SET epoch = min(epoch, ?) WHERE run_id = ?", epoch, runId);
        });
    }

    /** An interrupted run stays as it is until somebody asks for it. */
    public synchronized void giveUp(long runId) {
        database.update("UPDATE submission SET epoch = ? WHERE run_id = ?", InterruptedRow.GIVEN_UP, runId);
    }

    /** A coordinator begins to use this file: another one must know its workers by it. */
    public synchronized void incarnation(long epoch) {
        database.update("INSERT OR IGNORE INTO incarnation(epoch) VALUES (?)", epoch);
    }

    /** Every {@link #incarnation} so far. */
    public synchronized Set<Long> incarnations() {
        return Set.copyOf(database.list("SELECT epoch FROM incarnation", row -> row.getLong(1)));
    }

    /** A session that served a phase is not there any more; it may have executed what it has lost. */
    public synchronized void left(PhaseAt at, long session, long leftNs, String reason, List<IndexRange> lost) {
        PhaseRows.left(database, at, session, leftNs, reason, lost);
    }

    /** An attempt is given up: it stays, outside the views. */
    public synchronized void abandon(long runId, int step, int trial) {
        database.update(
                "UPDATE phase SET state = 'abandoned' WHERE run_id = ? AND step = ? AND trial = ?", runId, step, trial);
    }

    /** Every run has at least step 1, written before its phases. */
    public synchronized void step(StepRow step) {
        database.update(
                "INSERT INTO step(run_id, step, parameters_json) VALUES (?, ?, ?)"
                        + " ON CONFLICT DO UPDATE SET parameters_json = excluded.parameters_json",
                step.runId(),
                step.step(),
                step.parametersJson());
    }

    /** Inserts the phase, or replaces what was written of it before; what was measured stays. */
    public synchronized void phase(PhaseRow phase) {
        database.transaction(() -> PhaseRows.upsert(database, phase));
        live(phase.at()).bounds(phase.startNs(), phase.endNs(), 0);
    }

    /** Inserts the worker's part in a phase, or replaces it. */
    public synchronized void worker(WorkerRow worker) {
        database.transaction(() -> PhaseRows.upsert(database, worker));
    }

    /** What a process has used, beside what comes with its reports. */
    public synchronized void resources(ResourceRow row) {
        database.transaction(() -> ReportRows.insert(database, row));
    }

    /** A start of the server that a plan names. */
    public synchronized void serverStart(ServerStartRow row) {
        database.transaction(() -> ReportRows.insert(database, row));
    }

    /** No index at or above this mark will be granted before a higher mark is reserved (SEMANTICS 16). */
    public synchronized void reserve(PhaseAt at, long highWaterMark) {
        int found = database.update(
                "UPDATE phase SET reserved = max(reserved, ?)" + KEY,
                highWaterMark,
                at.runId(),
                at.step(),
                at.trial(),
                at.phase());
        if (found == 0) {
            throw new StoreException(file + ": no phase " + at + " was begun");
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
        long reserved = database.number("SELECT reserved FROM phase" + KEY, RowKeys.with(at));
        return new PhaseState(at, reserved, live(at).covered.ranges(), committed);
    }

    /** Writes the rest of the interval rows, the bucket rows, and the coverage of a phase. */
    public synchronized void end(PhaseEnd end) {
        LivePhase phase = live(end.at());
        try {
            database.transaction(() -> {
                phase.finish(database, blobs, end.endNs());
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

    /** Writes checks, as they were decided: all or none. */
    public synchronized void checks(List<CheckRow> checks) {
        database.transaction(() -> checks.forEach(check -> RunRows.insert(database, check)));
    }

    /** The books of an ended phase, as coverage_summary has them. */
    public record Coverage(long planned, long covered, long missing, long counted) {}

    /** Reads them. */
    public synchronized Coverage coverage(PhaseAt at) {
        return database
                .list(
                        "SELECT planned, covered, missing, counted FROM coverage_summary" + KEY,
                        row -> new Coverage(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                        RowKeys.with(at))
                .stream()
                .findFirst()
                .orElse(new Coverage(0, 0, 0, 0));
    }

    /** Comparisons of Muster with itself. */
    public OverheadRecords overheads() {
        return new OverheadRecords(database, this);
    }

    /** Writes the verdict of a run. */
    public synchronized void end(RunEnd end) {
        database.transaction(() -> RunRows.update(database, end));
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

    /** Answers a query from the writer's own connection, with the functions of {@link HistogramFunctions}. It cannot write. */
    public synchronized Table query(String sql) {
        database.script("PRAGMA query_only = ON");
        try {
            return QueryRunner.table(file, database.connection(), sql);
        } finally {
            database.script("PRAGMA query_only = OFF");
        }
    }

    /** Deletes a run with all that belongs to it. */
    public synchronized void delete(long run) {
        database.transaction(() -> database.update("DELETE FROM run WHERE run_id = ?", run));
    }

    /**
     * What came of a merge.
     *
     * @param runs that came in
     * @param present that were there already
     */
    public record Merged(long runs, long present) {}

    /**
     * Copies the runs of another file into this one, under new numbers. A run that is there already is left out. The
     * other file is only read, and must not be written to.
     */
    public synchronized Merged merge(Path other) {
        try {
            Path real = other.toRealPath();
            if (real.equals(file)) {
                throw new StoreException(other + ": is FILE itself");
            }
            WriterLock.requireFree(real);
            return RunImport.of(database, real, Path.of(file + ".merging"));
        } catch (NoSuchFileException missing) {
            throw new StoreException(other + ": there is no such file", missing);
        } catch (IOException failed) {
            throw new StoreException(other + ": cannot be read: " + failed, failed);
        }
    }

    /** Gives the space of what was deleted back to the system. */
    public synchronized void vacuum() {
        database.script("VACUUM");
        database.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getLong(1));
    }

    public Path file() {
        return file;
    }

    /** Leaves one plain file without a -wal, unless a reader holds it open, and lets the next writer in. */
    @Override
    public synchronized void close() {
        try (lock;
                database;
                blobs) {
            database.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getLong(1));
            leaveWal();
        }
    }

    /** A file that is not in WAL mode can be read from a read-only folder, and by anybody without a trace. */
    private void leaveWal() {
        try {
            database.list("PRAGMA busy_timeout = 500", row -> row.getLong(1));
            database.list("PRAGMA journal_mode = DELETE", row -> row.getString(1));
        } catch (StoreException stillRead) {
            // A reader holds it open: the next writer leaves it, and until then readers take it as immutable.
        }
    }

    private void insert(VerifiedSnapshot verified) {
        SnapshotReport report = verified.report;
        LivePhase phase = live(report.at());
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

    /** What was running when its writer died is not running now. */
    private void repair() {
        database.update("UPDATE run SET state = 'interrupted' WHERE ended_ns IS NULL");
        String unfinished = "SELECT run_id, step, trial, phase FROM phase WHERE NOT finished AND state <> 'partial'";
        for (PhaseAt at : database.list(unfinished, RowKeys::at)) {
            LivePhase phase = PhaseReader.read(at, database, blobs);
            database.transaction(() -> phase.repair(database, blobs));
        }
    }
}

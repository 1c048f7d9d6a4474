package muster.store;

import java.nio.file.Path;
import java.util.List;

/**
 * The one writer of a store file. All methods are called from one thread, but for {@link #aggregate} and what it
 * returns, which any thread may read. Every method that writes is durable (on disk) when it returns.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Store implements AutoCloseable {
    private final Path file;

    private Store(Path file) {
        this.file = file;
    }

    /**
     * Opens or creates a store file, folders included. Phases that a crash left without an end are recomputed from their
     * blobs and marked 'partial'.
     *
     * @throws StoreException one line: held by another process (named by its pid), of a newer version, not a Muster
     *     file, or read-only; the file is untouched then
     */
    public static Store open(Path file) {
        return new Store(file);
    }

    /** Writes the run, its plan and the environment; returns its number. */
    public long begin(RunRow run) {
        throw new UnsupportedOperationException(run.name());
    }

    public void step(StepRow step) {
        throw new UnsupportedOperationException(step.toString());
    }

    /** Inserts the phase, or replaces what was written of it before. */
    public void phase(PhaseRow phase) {
        throw new UnsupportedOperationException(phase.toString());
    }

    /** Inserts the worker's part in a phase, or replaces it. */
    public void worker(WorkerRow worker) {
        throw new UnsupportedOperationException(worker.toString());
    }

    /**
     * Commits reports and leases in one transaction. A report whose (at, session, seq) exists already is ignored, so a
     * re-sent snapshot is harmless. The reports have passed {@link SnapshotCheck#verify}.
     */
    public void commit(List<SnapshotReport> reports, List<LeaseRow> leases) {
        throw new UnsupportedOperationException(reports.size() + " " + leases.size());
    }

    /** No index at or above this mark will be granted before a higher mark is reserved (SEMANTICS 16). */
    public void reserve(PhaseAt at, long highWaterMark) {
        throw new UnsupportedOperationException(at + " " + highWaterMark);
    }

    /** What a restarted coordinator must know of a phase that was running. */
    public PhaseState state(PhaseAt at) {
        throw new UnsupportedOperationException(at.toString());
    }

    /** Writes the rest of the interval rows, the bucket rows, and the coverage of a phase. */
    public void end(PhaseEnd end) {
        throw new UnsupportedOperationException(end.toString());
    }

    public void check(CheckRow check) {
        throw new UnsupportedOperationException(check.toString());
    }

    public void end(RunEnd end) {
        throw new UnsupportedOperationException(end.toString());
    }

    /** What the accepted reports of a phase hold so far; stays live while the phase runs. */
    public Aggregate aggregate(PhaseAt at) {
        throw new UnsupportedOperationException(at.toString());
    }

    /** Answers a query from the writer's own connection: it sees everything that is committed. */
    public Table query(String sql) {
        throw new UnsupportedOperationException(sql);
    }

    public Path file() {
        return file;
    }

    /** Checkpoints, so that one plain file is left, and lets the next writer in. */
    @Override
    public void close() {
        throw new UnsupportedOperationException(new org.sqlite.SQLiteConfig().toString());
    }
}

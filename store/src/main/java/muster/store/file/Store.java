package muster.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.HistogramFunctions;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.QueryRunner;
import muster.store.file.sqlite.SqliteConnections;
import muster.store.file.sqlite.StoreException;
import muster.store.file.sqlite.StoreFile;
import muster.store.file.sqlite.WriterLock;
import muster.store.table.Table;

/**
 * The one writer of a store file. All methods are called from one thread, except for {@link PhaseRecords#aggregate} and
 * what it returns, which any thread may read. Every method that writes is durable (on disk) when it returns, and throws
 * StoreException, with nothing written, when the file or the disk refuses.
 */
public final class Store implements AutoCloseable {
    private final Path file;
    private final WriterLock lock;
    private final Database database;
    private final HistogramDecoder blobs = new HistogramDecoder();
    private final PhaseRecords phases;
    private final RunRecords runs;
    private final boolean created;

    private Store(Path file, WriterLock lock, Database database, boolean created) {
        this.file = file;
        this.created = created;
        this.lock = lock;
        this.database = database;
        this.phases = new PhaseRecords(database, blobs);
        this.runs = new RunRecords(database, phases);
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
            boolean created = !Files.exists(real);
            return locked(real, WriterLock.take(real), created);
        } catch (IOException failed) {
            throw new StoreException(file + ": cannot be opened: " + StoreFile.reason(failed), failed);
        }
    }

    private static Store locked(Path file, WriterLock lock, boolean created) {
        try {
            Database database = new Database(file, SqliteConnections.writer(file));
            StoreFile.migrate(database);
            HistogramFunctions.register(database.connection());
            Store store = new Store(file, lock, database, created);
            database.update("UPDATE run SET state = 'interrupted' WHERE ended_ns IS NULL");
            store.phases.repair();
            return store;
        } catch (SQLException failed) {
            lock.close();
            throw new StoreException(file + ": cannot be opened: " + Database.oneLine(failed), failed);
        } catch (RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /** Runs, their steps and checks. */
    public RunRecords runs() {
        return runs;
    }

    /** Phases and what workers report of them. */
    public PhaseRecords phases() {
        return phases;
    }

    /** For what writes the tables of a {@link muster.store.file.sqlite.StoreExtension}. */
    public Database database() {
        return database;
    }

    /** Answers a query from the writer's own connection, with the functions of {@link HistogramFunctions}. It cannot write. */
    public Table query(String sql) {
        synchronized (database) {
            database.script("PRAGMA query_only = ON");
            try {
                return QueryRunner.table(file, database.connection(), sql);
            } finally {
                database.script("PRAGMA query_only = OFF");
            }
        }
    }

    /**
     * The result of a merge.
     *
     * @param runs copied
     * @param present skipped, because this file had them
     */
    public record Merged(long runs, long present) {}

    /**
     * Copies the runs of another file into this one, under new numbers. A run that is there already is left out. The
     * other file is only read, and must not be written to.
     */
    public Merged merge(Path other) {
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

    /** Reclaims the disk space of deleted rows. */
    public void vacuum() {
        database.script("VACUUM");
        database.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getLong(1));
    }

    public Path file() {
        return file;
    }

    /**
     * Leaves one plain file without a -wal, unless a reader holds it open, and lets the next writer in. A file that this
     * store created and wrote nothing to is removed, as after a run that was refused.
     */
    @Override
    public void close() {
        try (lock) {
            boolean nothing;
            try (database;
                    blobs) {
                // Whoever deleted or replaced the file wants the one that is there now.
                nothing = created && database.inPlace() && isEmpty();
                leaveWal();
            }
            if (nothing) {
                StoreFile.remove(file);
            }
        }
    }

    private boolean isEmpty() {
        return database
                .list(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                                + " AND name NOT IN ('extension', 'incarnation')",
                        row -> row.getString(1))
                .stream()
                .allMatch(table -> database.number("SELECT EXISTS (SELECT 1 FROM \"" + table + "\")") == 0);
    }

    /**
     * A file that is not in WAL mode can be read from a read-only folder, and by anybody without a trace. On a full disk the
     * -wal stays: all that was committed is in it, and the next writer moves it over.
     */
    private void leaveWal() {
        try {
            database.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getLong(1));
            database.list("PRAGMA busy_timeout = 500", row -> row.getLong(1));
            database.list("PRAGMA journal_mode = DELETE", row -> row.getString(1));
        } catch (StoreException refused) {
            // A reader holds it open, or the disk is full: the next writer leaves it, and readers read the -wal, too.
        }
    }
}

package muster.store.file.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import muster.store.file.histogram.HistogramFunctions;
import muster.store.table.RowSink;
import muster.store.table.Table;

/**
 * Reads a store file, also while a run is being written; changes nothing and leaves nothing behind. The functions of
 * {@link HistogramFunctions} are there. One thread at a time.
 */
public final class Query implements AutoCloseable {
    private final Path file;
    private final Connection connection;

    private Query(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /**
     * Opens a file for reading.
     *
     * @throws StoreException if the file is missing, empty, cut off, no Muster file, or of a newer version
     */
    public static Query open(Path file) {
        try {
            StoreFile.requireReadable(file);
            Connection connection = SqliteConnections.reader(file);
            HistogramFunctions.register(connection);
            Query query = new Query(file, connection);
            query.requireTables();
            if (!WriterLock.isHeld(file.toRealPath())) {
                InterruptedView.create(connection);
            }
            OlderViews.create(connection);
            return query;
        } catch (SQLException failed) {
            throw new StoreException(file + ": cannot be opened: " + Database.oneLine(failed), failed);
        } catch (IOException failed) {
            throw new StoreException(file + ": cannot be opened: " + failed, failed);
        }
    }

    /** A copy of a file alone, while it is written, can be without them: they are in the -wal then. */
    private void requireTables() {
        if (!has("run")) {
            close();
            throw new StoreException(
                    file + ": holds no run yet; if it was copied while a run was written, copy the file "
                            + file.getFileName() + "-wal with it");
        }
    }

    /** Whether the file has this table or view; those of an experiment are absent if a build without it made the file. */
    public boolean has(String name) {
        return !table("SELECT 1 FROM sqlite_schema WHERE name = ?", List.of(name))
                .rows()
                .isEmpty();
    }

    /**
     * Answers one query.
     *
     * @throws StoreException with the database's message if the query is wrong
     */
    public Table table(String sql) {
        return QueryRunner.table(file, connection, sql);
    }

    /** Answers one query with a value for each of its question marks. */
    public Table table(String sql, List<Object> values) {
        return QueryRunner.table(file, connection, sql, values);
    }

    /** Answers all queries of the body from one state of the file, whatever is written meanwhile. */
    public <T> T atOneMoment(Supplier<T> body) {
        table("BEGIN");
        try {
            return body.get();
        } finally {
            table("ROLLBACK");
        }
    }

    /** Hands the answer over row by row, in bounded memory. */
    public void stream(String sql, RowSink sink) {
        QueryRunner.stream(file, connection, sql, sink);
    }

    public Path file() {
        return file;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new StoreException(file + ": " + Database.oneLine(failed), failed);
        }
    }
}

package muster.store.file.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One connection with its prepared statements, used by one thread at a time: a transaction holds the monitor until it
 * ends. What SQLite refuses becomes a StoreException that names the file.
 */
public final class Database implements AutoCloseable {
    /** SQLite's own numbers: the content contradicts itself, or is none of SQLite's. */
    private static final Set<Integer> DAMAGED = Set.of(11, 26);

    private final Path file;
    private final Connection connection;
    private final FileInPlace place;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    public Database(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
        this.place = new FileInPlace(file);
    }

    /** Makes a value of the row that the result stands at. */
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Takes the row that the result stands at. */
    public interface Visitor {
        void visit(ResultSet row) throws SQLException;
    }

    private interface Action<T> {
        T run() throws SQLException;
    }

    /** Runs one statement; returns how many rows it changed. */
    public synchronized int update(String sql, @Nullable Object... values) {
        return guarded(() -> bound(sql, values).executeUpdate());
    }

    public <T> List<T> list(String sql, Reader<T> reader, @Nullable Object... values) {
        List<T> all = new ArrayList<>();
        each(sql, row -> all.add(reader.read(row)), values);
        return all;
    }

    /** The first column of the only row, 0 for NULL or no row. */
    public long number(String sql, @Nullable Object... values) {
        List<Long> found = list(sql, row -> row.getLong(1), values);
        return found.isEmpty() ? 0 : found.getFirst();
    }

    public synchronized void each(String sql, Visitor visitor, @Nullable Object... values) {
        guarded(() -> {
            try (ResultSet rows = bound(sql, values).executeQuery()) {
                while (rows.next()) {
                    visitor.visit(rows);
                }
            }
            return 0;
        });
    }

    /** Runs statements without results; cheap enough for what is rare only. */
    public synchronized void script(String sql) {
        guarded(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
            }
        });
    }

    /**
     * All or nothing, and on disk when it returns.
     *
     * @throws StoreException also if the file was deleted or replaced, even where the body was committed
     */
    public synchronized void transaction(Runnable body) {
        update("BEGIN IMMEDIATE");
        try {
            body.run();
            update("COMMIT");
        } catch (Throwable failed) {
            rollback(failed);
            throw failed;
        }
        if (!inPlace()) {
            throw new StoreException(file + ": was deleted or replaced while results were written to it; " + rescued());
        }
    }

    /** Whether the path still leads to the file that this connection has open. */
    public boolean inPlace() {
        return place.holds();
    }

    /** What was committed is still in the file that this connection has open. */
    private String rescued() {
        Path copy = Path.of(file + ".rescued");
        if (!Files.exists(copy)) {
            update("VACUUM INTO ?", copy.toString());
        }
        return "all that was acknowledged is in " + copy;
    }

    public Path file() {
        return file;
    }

    public Connection connection() {
        return connection;
    }

    @Override
    public synchronized void close() {
        guarded(() -> {
            connection.close();
            return 0;
        });
    }

    private void rollback(Throwable failed) {
        try {
            update("ROLLBACK");
        } catch (StoreException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private <T> T guarded(Action<T> action) {
        try {
            return action.run();
        } catch (SQLException failed) {
            forgetPrepared();
            throw new StoreException(file + ": " + oneLine(failed), failed);
        }
    }

    /** A statement that failed in the middle, as on a full disk, cannot be used again. */
    private void forgetPrepared() {
        for (PreparedStatement statement : prepared.values()) {
            try {
                statement.close();
            } catch (SQLException alreadyFailed) {
                // It is not used any more.
            }
        }
        prepared.clear();
    }

    /** The database's own words: the driver puts "SQL error or missing database" before any mistake in a query. */
    public static String oneLine(SQLException failed) {
        if (DAMAGED.contains(failed.getErrorCode() & 0xff)) {
            return "damaged, or a torn copy: copy it again while it is not being written, or with sqlite3's .backup";
        }
        String line =
                String.valueOf(failed.getMessage()).replaceAll("\\s+", " ").strip();
        return line.replaceFirst("^\\[SQLITE_ERROR] SQL error or missing database \\((.*)\\)$", "$1");
    }
}

package muster.store.file.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import muster.store.table.RowSink;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/** Runs a query that somebody wrote and hands over typed rows. */
public final class QueryRunner {
    private QueryRunner() {}

    public static Table table(Path file, Connection connection, String sql) {
        Collected collected = new Collected();
        stream(file, connection, sql, collected);
        return new Table(collected.columns, collected.rows);
    }

    /** The same with a value for each question mark of the query. */
    public static Table table(Path file, Connection connection, String sql, List<Object> values) {
        Collected collected = new Collected();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                handOver(rows, collected);
            }
        } catch (SQLException failed) {
            throw new StoreException(file + ": " + Database.oneLine(failed), failed);
        }
        return new Table(collected.columns, collected.rows);
    }

    static void stream(Path file, Connection connection, String sql, RowSink sink) {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                sink.columns(List.of());
                sink.end();
                return;
            }
            try (ResultSet rows = statement.getResultSet()) {
                handOver(rows, sink);
            }
        } catch (SQLException failed) {
            throw new StoreException(file + ": " + Database.oneLine(failed), failed);
        }
    }

    private static void handOver(ResultSet rows, RowSink sink) throws SQLException {
        ResultSetMetaData facts = rows.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= facts.getColumnCount(); i++) {
            columns.add(facts.getColumnLabel(i));
        }
        sink.columns(List.copyOf(columns));
        while (rows.next()) {
            sink.row(row(rows, columns.size()));
        }
        sink.end();
    }

    private static List<@Nullable Object> row(ResultSet rows, int columns) throws SQLException {
        List<@Nullable Object> row = new ArrayList<>(columns);
        for (int i = 1; i <= columns; i++) {
            Object value = rows.getObject(i);
            row.add(value instanceof Integer small ? (Object) small.longValue() : value);
        }
        return Collections.unmodifiableList(row);
    }

    private static final class Collected implements RowSink {
        private List<String> columns = List.of();
        private final List<List<@Nullable Object>> rows = new ArrayList<>();

        @Override
        public void columns(List<String> names) {
            columns = names;
        }

        @Override
        public void row(List<@Nullable Object> row) {
            rows.add(row);
        }

        @Override
        public void end() {}
    }
}

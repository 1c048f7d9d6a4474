package muster.targets.postgresql;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import muster.workloads.target.Probe;
import org.postgresql.PGConnection;

/** One statement with its parameters, which asks for one or more operations of a transaction. */
sealed interface Request permits Request.Prepared, Request.Copy, QueryRequest, QueryRequest.Explained, SchemaRequest {
    String sql();

    /** Whether it changes anything, so that a lost answer leaves it open whether it did. */
    boolean writes();

    /** Executes it and reads the whole answer; what it says is reported once its transaction has committed. */
    Report send(Connection connection) throws SQLException;

    /** Outcomes and counts that wait for a commit. */
    @FunctionalInterface
    interface Report {
        void to(Probe probe);
    }

    /** How the rows of a statement become outcomes and counts; {@code updated} counts rows of one that returns none. */
    @FunctionalInterface
    interface Answer {
        /** Of a statement that touched nothing. */
        Answer NOTHING = (rows, updated) -> probe -> {};

        Report read(Rows rows, long updated) throws SQLException;
    }

    /** The rows of an answer. */
    @FunctionalInterface
    interface Rows {
        /** Of a statement that returns none. */
        Rows NONE = row -> {};

        void forEach(Row row) throws SQLException;
    }

    /** Takes one row. */
    @FunctionalInterface
    interface Row {
        void take(ResultSet row) throws SQLException;
    }

    /**
     * A statement with its parameters.
     *
     * @param parameters each a Long, a String, or an array of long, int or String
     */
    record Prepared(String sql, boolean writes, List<Object> parameters, Answer answer) implements Request {
        @Override
        public Report send(Connection connection) throws SQLException {
            PreparedStatement statement = connection.prepared(sql);
            for (int i = 0; i < parameters.size(); i++) {
                bind(statement, i + 1, parameters.get(i));
            }
            if (!statement.execute()) {
                return answer.read(Rows.NONE, statement.getUpdateCount());
            }
            try (ResultSet rows = statement.getResultSet()) {
                return answer.read(row -> each(rows, row), 0);
            }
        }

        private static void each(ResultSet rows, Row row) throws SQLException {
            while (rows.next()) {
                row.take(rows);
            }
        }

        private static void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            switch (value) {
                case Long number -> statement.setLong(at, number);
                case String text -> statement.setString(at, text);
                case long[] numbers -> statement.setArray(at, array(statement, "int8", numbers));
                case int[] numbers -> statement.setArray(at, array(statement, "int4", numbers));
                default -> statement.setArray(at, array(statement, "text", value));
            }
        }

        private static Array array(PreparedStatement statement, String type, Object values) throws SQLException {
            return statement.getConnection().unwrap(PGConnection.class).createArrayOf(type, values);
        }

        /** The same, which is planned and touches nothing. */
        Prepared explained() {
            return new Prepared("EXPLAIN " + sql, false, parameters, Answer.NOTHING);
        }
    }

    /**
     * Rows that are copied into a table.
     *
     * @param rows in the text format of COPY
     */
    record Copy(String sql, boolean writes, String rows, Report report) implements Request {
        @Override
        public Report send(Connection connection) throws SQLException {
            connection.copy(sql, rows);
            return report;
        }

        /** The same, whose rows are parsed and then left out. */
        Copy filtered() {
            return new Copy(sql + " WHERE false", false, rows, probe -> {});
        }
    }
}

package muster.targets.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import muster.targets.postgresql.query.AnswerValues;
import muster.targets.postgresql.query.ParameterizedSql;
import muster.targets.postgresql.query.QueryExplanation;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a plan names. Rows go to the sink one by one; the driver reads an answer as a whole, up to one row more than
 * {@code limit}.
 */
record QueryRequest(ParameterizedSql statement, QueryOperation operation, int position, Probe probe)
        implements Request {
    static final List<String> LANGUAGES = List.of("sql");

    static ParameterizedSql parsed(Query query) {
        return ParameterizedSql.of(query.text(LANGUAGES).orElseThrow().text(), query.parameters());
    }

    @Override
    public String sql() {
        return statement.text();
    }

    @Override
    public boolean writes() {
        return operation.query().write();
    }

    @Override
    public Report send(Connection connection) throws SQLException {
        long limit = operation.query().rowLimit();
        PreparedStatement prepared = bound(connection, sql());
        prepared.setMaxRows(limit < Integer.MAX_VALUE ? (int) limit + 1 : 0);
        AnswerSink sink = probe.answer(position);
        if (!prepared.execute()) {
            return report -> {};
        }
        try (ResultSet rows = prepared.getResultSet()) {
            return report(rows, sink, limit);
        }
    }

    private Report report(ResultSet rows, AnswerSink sink, long limit) throws SQLException {
        AnswerValues values = new AnswerValues(rows);
        if (!sink.equals(AnswerSink.NONE)) {
            sink.columns(AnswerValues.columns(rows));
        }
        long count = 0;
        while (rows.next() && count++ < limit) {
            sink.row(values.row(rows));
        }
        long read = count;
        return to -> {
            to.bytes(0, values.bytes());
            ActionOutcome.rows(position, read, limit, to);
        };
    }

    private PreparedStatement bound(Connection connection, String text) throws SQLException {
        PreparedStatement prepared = connection.prepared(text);
        for (int i = 0; i < statement.places().size(); i++) {
            bind(prepared, i + 1, operation.values()[statement.places().get(i)]);
        }
        return prepared;
    }

    private static void bind(PreparedStatement prepared, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case Long number -> prepared.setLong(at, number);
            case Double number -> prepared.setDouble(at, number);
            case Boolean truth -> prepared.setBoolean(at, truth);
            case null -> prepared.setNull(at, Types.NULL);
            default -> prepared.setString(at, value.toString());
        }
    }

    /** Asks for its plan; it is not executed. */
    <T> T explain(Connection connection, Reader<T> reader) throws SQLException {
        try (ResultSet rows = bound(connection, explained()).executeQuery()) {
            return reader.read(rows);
        }
    }

    String explained() {
        return QueryExplanation.EXPLAIN + sql();
    }

    /** The same, which is planned and touches nothing. */
    Request atParse() {
        return new Explained(this);
    }

    /** Reads the rows of a plan. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** Its plan is read and left. */
    record Explained(QueryRequest request) implements Request {
        @Override
        public String sql() {
            return request.explained();
        }

        @Override
        public boolean writes() {
            return false;
        }

        @Override
        public Report send(Connection connection) throws SQLException {
            request.explain(connection, ResultSet::next);
            return probe -> {};
        }
    }
}

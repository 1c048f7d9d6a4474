package muster.targets.postgresql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Definitions without parameters, sent in one request and so committed together. */
record SchemaRequest(List<String> statements) implements Request {
    @Override
    public String sql() {
        return String.join(";\n", statements);
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Report send(Connection connection) throws SQLException {
        try (Statement statement = connection.sql().createStatement()) {
            statement.execute(sql());
        }
        return probe -> {};
    }
}

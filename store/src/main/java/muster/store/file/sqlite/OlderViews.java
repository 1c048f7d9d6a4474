package muster.store.file.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What readers ask of views that a file of an older version does not have: it is not migrated before something is written to it. */
final class OlderViews {
    private static final int STREAMS_SINCE = 9;

    private OlderViews() {}

    /** Adds them to this connection, after {@link InterruptedView}; the file stays as it is. */
    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int version;
            try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
                version = row.getInt(1);
            }
            if (version < STREAMS_SINCE) {
                statement.execute("DROP VIEW IF EXISTS temp.snapshot");
                statement.execute(
                        "CREATE TEMP VIEW snapshot AS SELECT *, operation AS full_operation FROM main.snapshot");
            }
        }
    }
}

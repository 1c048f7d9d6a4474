package muster.store.file.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets a reader see a run as interrupted whose process has died: it is still 'running' in the file until a writer opens that.
 * Temporary views stand in front of the table and of the views on it, so nothing is written to the file.
 */
final class InterruptedView {
    private static final String RUNNING = "SELECT count(*) FROM run WHERE state = 'running'";
    private static final String VIEWS = "SELECT sql FROM main.sqlite_schema WHERE type = 'view'";
    private static final String COLUMNS = "SELECT name FROM pragma_table_info('run')";

    private InterruptedView() {}

    /** To be called where no process writes to the file. */
    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (texts(statement, RUNNING).getFirst().equals("0")) {
                return;
            }
            List<String> columns = texts(statement, COLUMNS);
            columns.replaceAll(name -> name.equals("state")
                    ? "iif(state = 'running', 'interrupted', state) AS state"
                    : "\"" + name + "\"");
            List<String> views = texts(statement, VIEWS);
            statement.execute("CREATE TEMP VIEW run AS SELECT " + String.join(", ", columns) + " FROM main.run");
            for (String view : views) {
                statement.execute(view.replaceFirst("(?i)^CREATE VIEW", "CREATE TEMP VIEW"));
            }
        }
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}

package muster.targets.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.workloads.target.TargetException;

/**
 * What the server says of itself when it first answers.
 *
 * @param synchronousCommit whether a commit waits for the disk: what a figure of writes must be read with
 */
record Server(String version, int number, String synchronousCommit) {
    private static final int LEAST = 140_000;
    private static final String QUESTION = "SELECT current_setting('server_version'),"
            + " current_setting('server_version_num')::int, current_setting('synchronous_commit')";

    /** @throws TargetException one line with address, database and cause, within the connect time-out */
    static Server contacted(PostgresqlSettings settings) throws TargetException {
        try (Connection connection = Connection.open(settings, settings.connectTimeout());
                Statement statement = connection.sql().createStatement();
                ResultSet row = statement.executeQuery(QUESTION)) {
            row.next();
            return new Server(row.getString(1), row.getInt(2), row.getString(3)).supported(settings);
        } catch (SQLException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    private Server supported(PostgresqlSettings settings) throws TargetException {
        if (number < LEAST) {
            throw new TargetException(
                    "%s: version %s is too old, Muster needs 14 or later".formatted(settings, version));
        }
        return this;
    }

    /** For the store. */
    Map<String, String> facts(PostgresqlSettings settings) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", version);
        facts.put("server.synchronous_commit", synchronousCommit);
        facts.put("driver.version", org.postgresql.util.DriverInfo.DRIVER_VERSION);
        return facts;
    }
}

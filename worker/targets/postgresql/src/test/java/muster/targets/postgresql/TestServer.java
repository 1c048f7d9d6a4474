package muster.targets.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.postgresql.PostgresqlServer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;

/** One real server with a password for all tests of this JVM, which stops it when it ends. */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private static final RunningServer SERVER = Servers.local()
            .start(
                    "postgresql",
                    PostgresqlServer.small()
                            .withPasswordVariable(PASSWORD_VARIABLE)
                            .inMemory());
    private static final PostgresqlSettings SETTINGS =
            PostgresqlSettings.of(plan("stou").target().settings().resolved());

    private TestServer() {}

    static int port() {
        return SERVER.ports().of("sql");
    }

    static PostgresqlTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return new PostgresqlProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    static Plan plan(String algorithm, String... sets) {
        String text = """
                name: test
                target: %s
                workload: {kind: graphity, algorithm: %s, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(section(SERVER.uri()), algorithm);
        return PlanReader.parse(text, "test.yaml", List.of(sets));
    }

    static String section(String uri) {
        return "{kind: postgresql, uri: \"%s\", connectTimeout: 100s, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    /** Executes a statement past the target; the first two columns of its rows, if it has any. */
    static List<List<Object>> query(String query) {
        try (Connection connection = Connection.open(SETTINGS);
                Statement statement = connection.sql().createStatement()) {
            List<List<Object>> rows = new ArrayList<>();
            if (statement.execute(query)) {
                ResultSet result = statement.getResultSet();
                while (result.next()) {
                    rows.add(List.of(
                            result.getObject(1), result.getMetaData().getColumnCount() > 1 ? result.getObject(2) : ""));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }
}

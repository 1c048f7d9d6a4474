package muster.targets.falkordb;

import com.falkordb.Record;
import java.util.ArrayList;
import java.util.List;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.falkordb.FalkorDbServer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;

/** One real server with a password for all tests of this JVM, which stops it when it ends. */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private static final RunningServer SERVER = Servers.local()
            .start(
                    "falkordb",
                    FalkorDbServer.small()
                            .withPasswordVariable(PASSWORD_VARIABLE)
                            .inMemory());
    private static final FalkorDbSettings SETTINGS =
            FalkorDbSettings.of(plan("stou").target().settings().resolved());

    private TestServer() {}

    static String uri() {
        return SERVER.uri();
    }

    static int port() {
        return SERVER.ports().of("redis");
    }

    static FalkorDbTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return new FalkorDbProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    static Plan plan(String algorithm, String... sets) {
        String text = """
                name: test
                target: %s
                workload: {kind: graphity, algorithm: %s, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(section(uri()), algorithm);
        return PlanReader.parse(text, "test.yaml", List.of(sets));
    }

    static String section(String uri) {
        return "{kind: falkordb, uri: \"%s\", connectTimeout: 100s, user: default, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    /** Rows of a query, past the target. */
    static List<Record> query(String query) {
        try (Connection connection = Connection.open(SETTINGS)) {
            List<Record> rows = new ArrayList<>();
            connection.query(query).forEach(rows::add);
            return rows;
        }
    }

    /** Deletes the graph with its mark. */
    static void erase() {
        try (Connection connection = Connection.open(SETTINGS)) {
            connection.redis().flushAll();
        }
    }

    /** The lines of the plan. */
    static List<String> plan(Statement statement) {
        try (Connection connection = Connection.open(SETTINGS)) {
            return connection.explain(statement.query());
        }
    }
}

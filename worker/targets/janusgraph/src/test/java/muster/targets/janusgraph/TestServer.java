package muster.targets.janusgraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.janusgraph.JanusGraphServer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;
import org.apache.tinkerpop.gremlin.driver.Result;

/** A real server with a password for all tests of this JVM, which stops it when it ends; started with its first use. */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private final RunningServer server;
    private final Driver driver;

    private TestServer(Map<String, String> choices) {
        server = start(choices);
        driver = new Driver(settings(plan("stou")));
    }

    private static final class BerkeleyJe {
        private static final TestServer SERVER = new TestServer(Map.of());
    }

    private static final class Cassandra {
        private static final TestServer SERVER = new TestServer(Map.of("storage", "cassandra"));
    }

    static TestServer berkeleyJe() {
        return BerkeleyJe.SERVER;
    }

    static TestServer cassandra() {
        return Cassandra.SERVER;
    }

    private static RunningServer start(Map<String, String> choices) {
        ServerOptions options = JanusGraphServer.small()
                .withPasswordVariable(PASSWORD_VARIABLE)
                .withChoices(choices)
                .inMemory();
        return Servers.local().start("janusgraph", options);
    }

    String uri() {
        return server.uri();
    }

    int port() {
        return server.ports().of("gremlin");
    }

    /** Opens the target of a plan for the algorithm, with more of section target in the words of --set. */
    JanusGraphTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return new JanusGraphProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    Plan plan(String algorithm, String... sets) {
        String text = """
                name: test
                target: %s
                workload: {kind: graphity, algorithm: %s, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(section(uri()), algorithm);
        return PlanReader.parse(text, "test.yaml", List.of(sets));
    }

    static String section(String uri) {
        return "{kind: janusgraph, uri: \"%s\", user: muster, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    private static JanusGraphSettings settings(Plan plan) {
        return JanusGraphSettings.of(
                plan.target().settings().resolved(), plan.workload().settings());
    }

    /** Results of a script, past the target. */
    List<Result> run(String script) {
        try (Connection connection = new Connection(driver)) {
            return connection.answer(Request.of(script, Map.of()), Deadline.after(Duration.ofMinutes(1)));
        } catch (Throwable e) {
            throw new AssertionError(script, e);
        }
    }

    /** The one text that a script answers. */
    String text(String script) {
        return run(script).getFirst().getString();
    }

    /** The one number that a script answers. */
    long count(String script) {
        return run(script).getFirst().getLong();
    }
}

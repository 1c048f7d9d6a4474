package muster.targets.janusgraph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

/**
 * One real server with a password for all tests of this JVM, which stops it when it ends. System property
 * muster.test.storage=cassandra takes Cassandra instead of BerkeleyJE, muster.test.nodes=3 three nodes of it.
 */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private static final RunningServer SERVER = start();
    private static final Driver DRIVER = new Driver(settings(plan("stou")));

    private TestServer() {}

    private static RunningServer start() {
        try {
            ServerOptions options = JanusGraphServer.small()
                    .withPasswordVariable(PASSWORD_VARIABLE)
                    .withChoices(Map.of(
                            "storage", System.getProperty("muster.test.storage", "berkeleyje"),
                            "nodes", System.getProperty("muster.test.nodes", "1")))
                    .withDataFolder(Files.createTempDirectory("muster-janusgraph-test")
                            .resolve("data"));
            return Servers.local().start("janusgraph", options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String uri() {
        return SERVER.uri();
    }

    static int port() {
        return SERVER.ports().of("gremlin");
    }

    static boolean cassandra() {
        return System.getProperty("muster.test.storage", "").equals("cassandra");
    }

    /** Opens the target of a plan for the algorithm, with more of section target in the words of --set. */
    static JanusGraphTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return new JanusGraphProvider()
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
        return "{kind: janusgraph, uri: \"%s\", user: muster, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    private static JanusGraphSettings settings(Plan plan) {
        return JanusGraphSettings.of(
                plan.target().settings().resolved(), plan.workload().settings());
    }

    /** Results of a script, past the target. */
    static List<Result> run(String script) {
        try (Connection connection = new Connection(DRIVER)) {
            return connection.answer(Request.of(script, Map.of()), Deadline.after(Duration.ofMinutes(1)));
        } catch (Throwable e) {
            throw new AssertionError(script, e);
        }
    }

    /** The one text that a script answers. */
    static String text(String script) {
        return run(script).getFirst().getString();
    }

    /** The one number that a script answers. */
    static long count(String script) {
        return run(script).getFirst().getLong();
    }
}

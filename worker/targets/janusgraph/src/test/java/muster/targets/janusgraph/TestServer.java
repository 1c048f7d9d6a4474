package muster.targets.janusgraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.janusgraph.JanusGraphServer;
import muster.servers.titan.TitanServer;
import muster.targets.janusgraph.connection.Connection;
import muster.targets.janusgraph.connection.Driver;
import muster.targets.janusgraph.connection.GremlinDriver;
import muster.targets.janusgraph.connection.HttpDriver;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/** A real server with a password for all tests of this JVM, which stops it when it ends; started with its first use. */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private final RunningServer server;
    private final Driver driver;

    private TestServer(String kind, ServerOptions options) {
        server = Servers.local().start(kind, options.inMemory());
        Plan plan = plan("stou");
        driver = kind.equals("titan")
                ? new HttpDriver(JanusGraphSettings.ofTitan(
                        plan.target().settings(), plan.workload().settings()))
                : new GremlinDriver(settings(plan));
    }

    private static final class BerkeleyJe {
        private static final TestServer SERVER = new TestServer("janusgraph", janusGraph(Map.of()));
    }

    private static final class Cassandra {
        private static final TestServer SERVER =
                new TestServer("janusgraph", janusGraph(Map.of("storage", "cassandra")));
    }

    private static final class Titan {
        private static final TestServer SERVER = new TestServer("titan", TitanServer.small());
    }

    static TestServer berkeleyJe() {
        return BerkeleyJe.SERVER;
    }

    static TestServer cassandra() {
        return Cassandra.SERVER;
    }

    static TestServer titan() {
        return Titan.SERVER;
    }

    private static ServerOptions janusGraph(Map<String, String> choices) {
        return JanusGraphServer.small().withPasswordVariable(PASSWORD_VARIABLE).withChoices(choices);
    }

    TargetProvider provider() {
        return server.name().equals("titan") ? new TitanProvider() : new JanusGraphProvider();
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
        return "{kind: janusgraph, uri: \"%s\", connectTimeout: 100s, user: muster, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    private static JanusGraphSettings settings(Plan plan) {
        return JanusGraphSettings.of(
                plan.target().settings().resolved(), plan.workload().settings());
    }

    /** The answer to a script, past the target. */
    List<?> run(String script) {
        try (Connection connection = driver.connection()) {
            return connection.answer(Request.of(script, Map.of()), Deadline.after(Duration.ofMinutes(1)));
        } catch (Throwable e) {
            throw new AssertionError(script, e);
        }
    }

    /** The one text that a script answers. */
    String text(String script) {
        return String.valueOf(run(script).getFirst());
    }

    /** The one number that a script answers. */
    long count(String script) {
        return ((Number) run(script).getFirst()).longValue();
    }
}

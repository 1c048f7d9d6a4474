package muster.targets.hugegraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.hugegraph.HugeGraphServer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;
import org.apache.hugegraph.driver.GraphsManager;

/** One real server for all tests of this JVM, which stops it when it ends. */
final class TestServer {
    private static final RunningServer SERVER = start();
    private static final HugeGraphConnection LINK = new HugeGraphConnection(settings("stou"), Duration.ofMinutes(1));

    private TestServer() {}

    private static RunningServer start() {
        return Servers.local().start("hugegraph", HugeGraphServer.small().inMemory());
    }

    static String uri() {
        return SERVER.uri();
    }

    static int port() {
        return SERVER.ports().of("rest");
    }

    /** Opens the target of a plan for the algorithm, with more of section target in the words of --set. */
    static HugeGraphTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return new HugeGraphProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    private static HugeGraphSettings settings(String algorithm) {
        return HugeGraphSettings.of(plan(algorithm).target().settings());
    }

    static Plan plan(String algorithm, String... sets) {
        String text = """
                name: test
                target: {kind: hugegraph, uri: "%s", connectTimeout: 100s}
                workload: {kind: graphity, algorithm: %s, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(uri(), algorithm);
        return PlanReader.parse(text, "test.yaml", List.of(sets));
    }

    static void clear() {
        new GraphsManager(LINK.client()).clearGraph("hugegraph", "I'm sure to delete all data");
    }

    /** What a script returns, past the target. */
    static List<Object> script(String script) {
        return LINK.run(script, Map.of());
    }

    static long count(String script) {
        return ((Number) script(script).getFirst()).longValue();
    }
}

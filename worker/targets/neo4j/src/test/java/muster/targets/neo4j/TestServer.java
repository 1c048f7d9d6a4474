package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.List;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import muster.targets.neo4j.cypher.Dialects;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.TargetException;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Query;
import org.neo4j.driver.Record;
import org.neo4j.driver.summary.QueryProfile;

/** One real server with a password for all tests of this JVM, which stops it when it ends. */
final class TestServer {
    static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    private static final RunningServer SERVER = start();
    private static final Driver DRIVER =
            GraphDatabase.driver(SERVER.uri(), AuthTokens.basic("neo4j", System.getenv(PASSWORD_VARIABLE)));

    private TestServer() {}

    private static RunningServer start() {
        return Servers.local()
                .start(
                        "neo4j",
                        Neo4jServer.small()
                                .withPasswordVariable(PASSWORD_VARIABLE)
                                .inMemory());
    }

    static Database database() {
        return new Database(InetSocketAddress.createUnresolved("127.0.0.1", port()), "neo4j", DRIVER);
    }

    static String uri() {
        return SERVER.uri();
    }

    static String httpUri() {
        return "http://127.0.0.1:" + SERVER.ports().byRole().get("http");
    }

    static int port() {
        return SERVER.ports().byRole().get("bolt");
    }

    /** Opens the target of a plan for the algorithm, with more of section target in the words of --set. */
    static Neo4jTarget open(String algorithm, String... sets) throws TargetException {
        Plan plan = plan(algorithm, sets);
        return Neo4jProvider.open(
                Neo4jSettings.of(plan.target().settings().resolved(), Dialects.NEO4J),
                plan.workload().settings());
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
        return "{kind: neo4j, uri: \"%s\", connectTimeout: 100s, user: neo4j, password: \"${env:%s}\"}"
                .formatted(uri, PASSWORD_VARIABLE);
    }

    /** Rows of a query, past the target. */
    static List<Record> query(String query) {
        return DRIVER.executableQuery(query).execute().records();
    }

    /** Executes it and tells how. */
    static QueryProfile profile(Query query) {
        return DRIVER.executableQuery("PROFILE " + query.text())
                .withParameters(query.parameters().asMap())
                .execute()
                .summary()
                .queryProfile()
                .orElseThrow();
    }

    static long count(String query) {
        return query(query).getFirst().get(0).asLong();
    }
}

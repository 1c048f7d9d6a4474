package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** Neo4j can do everything that the contract asks. */
final class Neo4jSubject implements Subject {
    @Override
    public TargetProvider provider() {
        return new Neo4jProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", TestServer.port());
    }

    @Override
    public String section(String address) {
        return TestServer.section("bolt://" + address);
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public Set<Stage> stages() {
        return EnumSet.of(Stage.ACQUIRE, Stage.BEGIN, Stage.EXECUTE, Stage.COMMIT);
    }

    /** PATH is set everywhere and is surely not the password. */
    @Override
    public Map<String, String> refusals() {
        return Map.of(
                "a wrong password", "target.password=${env:PATH}", "an unknown database", "target.database=nosuch");
    }

    @Override
    public List<String> secrets() {
        return List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH"));
    }

    @Override
    public void erase() {
        TestServer.query("MATCH (n) DETACH DELETE n");
    }

    @Override
    public void writeForeign() {
        TestServer.query("CREATE (:Person)-[:KNOWS]->(:Person)");
    }

    @Override
    public String message(long post) {
        return text("MATCH (p:Post {id: " + post + "}) RETURN p.message");
    }

    @Override
    public String name(long vertex) {
        return text("MATCH (v:Vertex {id: " + vertex + "}) RETURN v.name");
    }

    @Override
    public String payload(long vertex) {
        return text("MATCH (:Vertex {id: " + vertex + "})-[e:EDGE]->() RETURN e.payload");
    }

    private static String text(String query) {
        return TestServer.query(query).getFirst().get(0).asString();
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "RETURN $a, $b, $c, $d, $e",
                Statement.ROWS, "UNWIND range(1, $n) AS i RETURN i",
                Statement.WRITE, "CREATE (n:Written) RETURN n",
                Statement.WRONG, "MATCH (n RETURN n");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        Graph.matches(model, algorithm);
    }
}

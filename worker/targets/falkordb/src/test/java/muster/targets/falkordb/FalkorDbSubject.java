package muster.targets.falkordb;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Depth;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** FalkorDB can do everything that the contract asks. */
final class FalkorDbSubject implements Subject {
    @Override
    public TargetProvider provider() {
        return new FalkorDbProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", TestServer.port());
    }

    @Override
    public String section(String address) {
        return TestServer.section("redis://" + address);
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
        return EnumSet.of(Stage.ACQUIRE, Stage.SERVER, Stage.WAIT);
    }

    /** GRAPH.EXPLAIN does not tell its time. */
    @Override
    public Set<Stage> stages(Depth depth) {
        return depth == Depth.PARSE ? EnumSet.of(Stage.ACQUIRE, Stage.WAIT) : stages();
    }

    /** PATH is set everywhere and is surely not the password. A graph is made when it is first used. */
    @Override
    public Map<String, String> refusals() {
        return Map.of("a wrong password", "target.password=${env:PATH}");
    }

    @Override
    public List<String> secrets() {
        return List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH"));
    }

    @Override
    public void erase() {
        TestServer.erase();
    }

    @Override
    public void writeForeign() {
        TestServer.query("CREATE (:Person)-[:KNOWS]->(:Person)");
    }

    @Override
    public String message(long post) {
        return text("MATCH (p:Post {id: " + post + "}) RETURN p.message AS text");
    }

    @Override
    public String name(long vertex) {
        return text("MATCH (v:Vertex {id: " + vertex + "}) RETURN v.name AS text");
    }

    @Override
    public String payload(long vertex) {
        return text("MATCH (:Vertex {id: " + vertex + "})-[e:EDGE]->() RETURN e.payload AS text");
    }

    private static String text(String query) {
        return TestServer.query(query).getFirst().getValue("text");
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "RETURN $a, $b, $c, $d, $e",
                Statement.ROWS, "UNWIND range(1, $n) AS i RETURN i",
                Statement.WRITE, "CREATE (:User)",
                Statement.WRONG, "RETRUN 1");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        Graph.matches(model, algorithm);
    }
}

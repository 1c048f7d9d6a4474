package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/**
 * A database that speaks Bolt.
 *
 * @param section section "target" of a plan, of an address
 * @param refusals as {@link Subject#refusals}
 */
record BoltSubject(
        TargetProvider provider,
        Database database,
        UnaryOperator<String> section,
        List<String> algorithms,
        Set<Ability> abilities,
        Map<String, String> refusals,
        List<String> secrets)
        implements Subject {
    @Override
    public InetSocketAddress address() {
        return database.address();
    }

    @Override
    public String section(String address) {
        return section.apply(address);
    }

    @Override
    public Set<Stage> stages() {
        return Set.of(Stage.ACQUIRE, Stage.BEGIN, Stage.EXECUTE, Stage.COMMIT);
    }

    @Override
    public void erase() {
        database.query("MATCH (n) DETACH DELETE n");
    }

    @Override
    public void writeForeign() {
        database.query("CREATE (:Person)-[:KNOWS]->(:Person)");
    }

    @Override
    public String message(long post) {
        return database.text("MATCH (p:Post {id: " + post + "}) RETURN p.message");
    }

    @Override
    public String name(long vertex) {
        return database.text("MATCH (v:Vertex {id: " + vertex + "}) RETURN v.name");
    }

    @Override
    public String payload(long vertex) {
        return database.text("MATCH (:Vertex {id: " + vertex + "})-[e:EDGE]->() RETURN e.payload");
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
        new Graph(database).matches(model, algorithm);
    }
}

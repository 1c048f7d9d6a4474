package muster.targets.neo4j;

import java.util.List;
import java.util.Map;
import muster.targets.neo4j.cypher.Dialect;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Record;

/** Sums over the whole graph, whichever workload it is from, as {@link Fingerprint} defines them. */
final class GraphReader {
    private static final String USERS = count("(a:User)", Fingerprint.weight("a.id", "a.id"));
    private static final String POSTS = count("(a:Post)", Fingerprint.weight("a.id", "a.id"));
    private static final String VERTICES = count("(a:Vertex)", Fingerprint.weight("a.id", "a.id"));

    /** Of algorithms st and stou, of graphity, and of batch-insert: each finds nothing in the graphs of the others. */
    private static final List<String> EDGES = List.of(
            count("(a:User)-[:FOLLOWS]->(b:User)", Fingerprint.weight("a.id", "b.id")),
            count("(a:User)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(b)", Fingerprint.weight("a.id", "b.id")),
            count("(a:Vertex)-[:EDGE]->(b)", Fingerprint.weight("a.id", "b.id")));

    private static final List<String> DEGREES = List.of(degrees("(a:User)", "FOLLOWS"), degrees("(a:Vertex)", "EDGE"));

    private final Neo4jTarget target;
    private final Dialect dialect;

    GraphReader(Neo4jTarget target, Dialect dialect) {
        this.target = target;
        this.dialect = dialect;
    }

    Map<String, String> fingerprint() throws TargetException {
        Fingerprint fingerprint = new Fingerprint();
        for (String query : List.of(USERS, VERTICES)) {
            Record row = target.read(query).getFirst();
            fingerprint.users(row.get("count").asLong(), row.get("sum").asLong());
        }
        Record posts = target.read(POSTS).getFirst();
        fingerprint.posts(posts.get("count").asLong(), posts.get("sum").asLong());
        for (String query : EDGES) {
            Record row = target.read(query).getFirst();
            fingerprint.follows(row.get("count").asLong(), row.get("sum").asLong());
        }
        for (String query : DEGREES) {
            target.read(query)
                    .forEach(row -> fingerprint.degree(
                            row.get("degree").asLong(), row.get("count").asLong()));
        }
        if (dialect.loadsData()) {
            new DataReader(target).add(fingerprint);
        }
        return fingerprint.facts();
    }

    private static String count(String pattern, String weight) {
        return "MATCH " + pattern + " RETURN count(*) AS count, coalesce(sum(" + weight + "), 0) AS sum";
    }

    private static String degrees(String node, String type) {
        return "MATCH " + node + " OPTIONAL MATCH (a)-[e:" + type
                + "]->() WITH a, count(e) AS degree RETURN degree, count(*) AS count";
    }
}

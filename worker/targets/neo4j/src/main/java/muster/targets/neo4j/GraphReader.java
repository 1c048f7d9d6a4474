package muster.targets.neo4j;

import java.util.List;
import java.util.Map;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Record;

/** Sums over the whole graph, whichever workload it is from, as {@link Fingerprint} defines them. */
final class GraphReader {
    private static final String USERS = count("(a:User)", weight("a.id", "a.id"));
    private static final String POSTS = count("(a:Post)", weight("a.id", "a.id"));
    private static final String VERTICES = count("(a:Vertex)", weight("a.id", "a.id"));

    /** Of algorithms st and stou, of graphity, and of batch-insert: each finds nothing in the graphs of the others. */
    private static final List<String> EDGES = List.of(
            count("(a:User)-[:FOLLOWS]->(b:User)", weight("a.id", "b.id")),
            count("(a:User)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(b)", weight("a.id", "b.id")),
            count("(a:Vertex)-[:EDGE]->(b)", weight("a.id", "b.id")));

    private static final List<String> DEGREES = List.of(
            "MATCH (a:User) RETURN COUNT { (a)-[:FOLLOWS]->() } AS degree, count(*) AS count",
            "MATCH (a:Vertex) RETURN COUNT { (a)-[:EDGE]->() } AS degree, count(*) AS count");

    private final Administration administration;

    GraphReader(Administration administration) {
        this.administration = administration;
    }

    Map<String, String> fingerprint() throws TargetException {
        Fingerprint fingerprint = new Fingerprint();
        for (String query : List.of(USERS, VERTICES)) {
            Record row = administration.read(query).getFirst();
            fingerprint.users(row.get("count").asLong(), row.get("sum").asLong());
        }
        Record posts = administration.read(POSTS).getFirst();
        fingerprint.posts(posts.get("count").asLong(), posts.get("sum").asLong());
        for (String query : EDGES) {
            Record row = administration.read(query).getFirst();
            fingerprint.follows(row.get("count").asLong(), row.get("sum").asLong());
        }
        for (String query : DEGREES) {
            administration
                    .read(query)
                    .forEach(row -> fingerprint.degree(
                            row.get("degree").asLong(), row.get("count").asLong()));
        }
        new DataReader(administration).add(fingerprint);
        return fingerprint.facts();
    }

    private static String count(String pattern, String weight) {
        return "MATCH " + pattern + " RETURN count(*) AS count, sum(" + weight + ") AS sum";
    }

    /** {@link Fingerprint#weight(long, long)} in Cypher. */
    static String weight(String a, String b) {
        return "(%s %% 1000003 + 1) * (%s %% 999983 + 1) %% 1000000007".formatted(a, b);
    }
}

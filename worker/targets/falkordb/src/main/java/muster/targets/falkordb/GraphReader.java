package muster.targets.falkordb;

import com.falkordb.Record;
import java.util.List;
import java.util.Map;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.TargetException;

/** Sums over the whole graph, whichever workload it is from, as {@link Fingerprint} defines them. */
final class GraphReader {
    /** Of algorithms st and stou, of graphity, and of batch-insert: each finds nothing in the graphs of the others. */
    private static final List<String> QUERIES = List.of(
            sums("(a:User)", "a", "a"),
            sums("(a:Vertex)", "a", "a"),
            sums("(a:Post)", "a", "a"),
            sums("(a:User)-[e:FOLLOWS]->(b:User)", "b", "e"),
            sums("(a:User)-[:FOLLOWS]->(e:Replica)-[:REPLICA]->(b)", "b", "e"),
            sums("(a:Vertex)-[e:EDGE]->(b)", "b", "e"),
            degrees("User", "FOLLOWS"),
            degrees("Vertex", "EDGE"));

    private final FalkorDbTarget target;

    GraphReader(FalkorDbTarget target) {
        this.target = target;
    }

    Map<String, String> fingerprint() throws TargetException {
        List<List<Record>> answers = target.read(QUERIES);
        Fingerprint fingerprint = new Fingerprint();
        for (List<Record> vertices : answers.subList(0, 2)) {
            fingerprint.users(count(vertices), sum(vertices));
        }
        fingerprint.posts(count(answers.get(2)), sum(answers.get(2)));
        for (List<Record> edges : answers.subList(3, 6)) {
            fingerprint.follows(count(edges), sum(edges));
        }
        for (List<Record> degrees : answers.subList(6, 8)) {
            degrees.forEach(row -> fingerprint.degree(row.getValue("degree"), row.getValue("count")));
        }
        DataReader.add(target, fingerprint);
        return fingerprint.facts();
    }

    /**
     * FalkorDB adds in floating point and tells 15 digits, so the sum comes in two parts that are exact. It tells edges between
     * the same ends apart only where they are carried along, and counts paths wrongly through a node that is not.
     *
     * @param other the variable of the other end
     * @param counted that of which each is counted
     */
    private static String sums(String pattern, String other, String counted) {
        return sums(pattern, "a.id", other + ".id", counted);
    }

    /** The same with expressions for the ids of both ends. */
    static String sums(String pattern, String source, String target, String counted) {
        return "MATCH " + pattern + " WITH " + counted + " AS one, " + Fingerprint.weight(source, target) + " AS weight"
                + " WITH one, weight, weight % 1000 AS low"
                + " RETURN count(one) AS count, sum(low) AS low, sum((weight - low) / 1000) AS high";
    }

    private static String degrees(String label, String type) {
        return "MATCH (a:" + label + ") RETURN outDegree(a, '" + type + "') AS degree, count(a) AS count";
    }

    static long count(List<Record> rows) {
        return rows.getFirst().getValue("count");
    }

    static long sum(List<Record> rows) {
        return 1000 * integer(rows, "high") + integer(rows, "low");
    }

    private static long integer(List<Record> rows, String key) {
        return rows.getFirst().<Number>getValue(key).longValue();
    }
}

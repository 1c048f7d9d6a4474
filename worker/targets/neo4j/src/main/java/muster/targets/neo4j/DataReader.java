package muster.targets.neo4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import muster.targets.support.Cypher;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Record;

/** Adds a plan's own data to a fingerprint: nodes by the constraints that its load made, edges by their types. */
record DataReader(Neo4jTarget target) {
    private static final String KEYS = "SHOW CONSTRAINTS YIELD name, labelsOrTypes, properties WHERE name STARTS WITH '"
            + DataCypher.CONSTRAINT + "' RETURN labelsOrTypes[0] AS label, properties[0] AS key ORDER BY label";
    private static final String TYPES =
            "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ORDER BY type";

    /** Those of graphity and batch-insert are counted by others. */
    private static final Set<String> OTHERS = Set.of("FOLLOWS", "REPLICA", "PUBLISHED", "GRAPHITY", "EDGE");

    void add(Fingerprint fingerprint) throws TargetException {
        List<String> keys = new ArrayList<>();
        for (Record constraint : target.read(KEYS)) {
            String key = Cypher.quoted(constraint.get("key").asString());
            keys.add(key);
            String label = Cypher.quoted(constraint.get("label").asString());
            Record row = sum("(a:" + label + ")", number("a." + key), number("a." + key));
            fingerprint.users(row.get("count").asLong(), row.get("sum").asLong());
        }
        if (!keys.isEmpty()) {
            addEdges(keys, fingerprint);
        }
    }

    private void addEdges(List<String> keys, Fingerprint fingerprint) throws TargetException {
        for (Record type : target.read(TYPES)) {
            String name = type.get("type").asString();
            if (!OTHERS.contains(name)) {
                String pattern = "(a)-[:" + Cypher.quoted(name) + "]->(b)";
                Record row = sum(pattern, number(any("a", keys)), number(any("b", keys)));
                fingerprint.follows(row.get("count").asLong(), row.get("sum").asLong());
            }
        }
    }

    private Record sum(String pattern, String a, String b) throws TargetException {
        String query = "MATCH " + pattern + " WITH " + a + " AS x, " + b
                + " AS y RETURN count(*) AS count, coalesce(sum(" + Fingerprint.weight("x", "y") + "), 0) AS sum";
        return target.read(query).getFirst();
    }

    private static String any(String node, List<String> keys) {
        return keys.stream()
                .distinct()
                .map(key -> node + "." + key)
                .collect(Collectors.joining(", ", "coalesce(", ", '')"));
    }

    /** Of a text its length. */
    private static String number(String key) {
        return "CASE WHEN %1$s IS :: INTEGER THEN %1$s ELSE size(toString(%1$s)) END".formatted(key);
    }
}

package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neo4j.driver.Record;

/** Reads lists, follows and chains out of the database, past the target, and compares all of them with the model. */
final class Graph {
    private static final String POSTS = "MATCH (u:User) OPTIONAL MATCH q = (u)-[:PUBLISHED*1..]->(p)"
            + " WITH u, p, length(q) AS n ORDER BY n RETURN u.id, collect(p.id)";
    private static final String STAR =
            "MATCH (u:User) OPTIONAL MATCH (u)-[:FOLLOWS]->(v)" + " WITH u, v ORDER BY v.id RETURN u.id, collect(v.id)";
    private static final String REPLICAS = "MATCH (u:User) OPTIONAL MATCH (u)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(v)"
            + " WITH u, v ORDER BY v.id RETURN u.id, collect(v.id)";
    private static final String CHAINS = "MATCH (u:User)"
            + " OPTIONAL MATCH q = (u)-[:GRAPHITY*1..]->(r) OPTIONAL MATCH (r)-[:REPLICA]->(v)"
            + " WITH u, v, length(q) AS n ORDER BY n RETURN u.id, collect(v.id)";

    private Graph() {}

    static void matches(Model model, String algorithm) {
        assertThat(lists(POSTS)).as("posts").isEqualTo(ordered(model.posts));
        assertThat(lists(algorithm.equals("graphity") ? REPLICAS : STAR))
                .as("follows")
                .isEqualTo(ordered(model.followees));
        if (algorithm.equals("graphity")) {
            Map<Long, List<Long>> chains = new TreeMap<>();
            model.followees.keySet().forEach(user -> chains.put(user, model.chain(user)));
            assertThat(lists(CHAINS)).as("chains").isEqualTo(chains);
        }
        assertThat(TestServer.count("MATCH (u:User) WHERE u.streamUpdate <> coalesce("
                        + "head(COLLECT { MATCH (u)-[:PUBLISHED]->(p) RETURN p.id }), -1) RETURN count(*)"))
                .as("users whose stream update is not their newest post")
                .isZero();
    }

    private static Map<Long, List<Long>> ordered(Map<Long, ? extends Iterable<Long>> sets) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        sets.forEach((key, set) -> {
            List<Long> list = new ArrayList<>();
            set.forEach(list::add);
            lists.put(key, list);
        });
        return lists;
    }

    private static Map<Long, List<Long>> lists(String query) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        for (Record row : TestServer.query(query)) {
            lists.put(row.get(0).asLong(), row.get(1).asList(value -> value.asLong()));
        }
        return lists;
    }
}

package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import muster.workloads.graphity.GraphityModel;
import org.neo4j.driver.Record;

/** Reads lists, follows and chains out of the database, past the target, and compares all of them with the model. */
record Graph(Database database) {
    private static final String POSTS = "MATCH (u:User) OPTIONAL MATCH q = (u)-[:PUBLISHED*1..]->(p)"
            + " WITH u, p, length(q) AS n ORDER BY n RETURN u.id, collect(p.id)";
    private static final String STAR =
            "MATCH (u:User) OPTIONAL MATCH (u)-[:FOLLOWS]->(v)" + " WITH u, v ORDER BY v.id RETURN u.id, collect(v.id)";
    private static final String REPLICAS = "MATCH (u:User) OPTIONAL MATCH (u)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(v)"
            + " WITH u, v ORDER BY v.id RETURN u.id, collect(v.id)";
    private static final String CHAINS = "MATCH (u:User)"
            + " OPTIONAL MATCH q = (u)-[:GRAPHITY*1..]->(r) OPTIONAL MATCH (r)-[:REPLICA]->(v)"
            + " WITH u, v, length(q) AS n ORDER BY n RETURN u.id, collect(v.id)";

    void matches(GraphityModel model, String algorithm) {
        assertThat(lists(POSTS)).as("posts").isEqualTo(newestFirst(model));
        assertThat(lists(algorithm.equals("graphity") ? REPLICAS : STAR))
                .as("follows")
                .isEqualTo(followees(model));
        if (algorithm.equals("graphity")) {
            assertThat(lists(CHAINS)).as("chains").isEqualTo(each(model, model::chain));
        }
        assertThat(database.count("MATCH (u:User) OPTIONAL MATCH (u)-[:PUBLISHED]->(p)"
                        + " WITH u, p WHERE u.streamUpdate <> coalesce(p.id, -1) RETURN count(*)"))
                .as("users whose stream update is not their newest post")
                .isZero();
    }

    private static Map<Long, List<Long>> newestFirst(GraphityModel model) {
        return each(model, user -> List.copyOf(model.posts(user).descendingSet()));
    }

    private static Map<Long, List<Long>> followees(GraphityModel model) {
        return each(model, user -> model.followees(user).stream().sorted().toList());
    }

    private static Map<Long, List<Long>> each(GraphityModel model, LongFunction<List<Long>> list) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        model.users().forEach(user -> lists.put(user, list.apply(user)));
        return lists;
    }

    private Map<Long, List<Long>> lists(String query) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        for (Record row : database.query(query)) {
            lists.put(row.get(0).asLong(), row.get(1).asList(value -> value.asLong()));
        }
        return lists;
    }
}

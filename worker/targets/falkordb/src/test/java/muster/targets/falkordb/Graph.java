package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import com.falkordb.Record;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import muster.workloads.graphity.GraphityModel;

/** Reads lists, follows and chains out of the database, past the target, and compares all of them with the model. */
final class Graph {
    private static final String POSTS = "MATCH (u:User) OPTIONAL MATCH q = (u)-[:PUBLISHED*1..]->(p)"
            + " WITH u, p, length(q) AS n ORDER BY n RETURN u.id AS id, collect(p.id) AS list";
    private static final String STAR = "MATCH (u:User) OPTIONAL MATCH (u)-[:FOLLOWS]->(v)"
            + " WITH u, v ORDER BY v.id RETURN u.id AS id, collect(v.id) AS list";
    private static final String REPLICAS = STAR.replace("->(v)", "->(:Replica)-[:REPLICA]->(v)");
    private static final String CHAINS = "MATCH (u:User) OPTIONAL MATCH q = (u)-[:GRAPHITY*1..]->(r)"
            + " OPTIONAL MATCH (r)-[:REPLICA]->(v)"
            + " WITH u, v, length(q) AS n ORDER BY n RETURN u.id AS id, collect(v.id) AS list";
    private static final String HEADS = "MATCH (u:User) OPTIONAL MATCH (u)-[:PUBLISHED]->(p)"
            + " RETURN u.id AS id, [u.streamUpdate, coalesce(p.id, -1)] AS list";
    private static final String EDGES = "MATCH (a)-[e:PUBLISHED]->(p) RETURN p.id AS id, [e.post] AS list";

    private Graph() {}

    static void matches(GraphityModel model, String algorithm) {
        assertThat(lists(POSTS)).as("posts").isEqualTo(newestFirst(model));
        assertThat(lists(algorithm.equals("graphity") ? REPLICAS : STAR))
                .as("follows")
                .isEqualTo(followees(model));
        if (algorithm.equals("graphity")) {
            assertThat(lists(CHAINS)).as("chains").isEqualTo(each(model, model::chain));
        }
        assertThat(lists(HEADS).values())
                .as("stream updates and newest posts")
                .allMatch(pair -> pair.getFirst().equals(pair.getLast()));
        assertThat(lists(EDGES))
                .as("posts and their edges")
                .allSatisfy((post, edge) -> assertThat(edge).containsExactly(post));
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

    private static Map<Long, List<Long>> lists(String query) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        for (Record row : TestServer.query(query)) {
            lists.put(row.getValue("id"), row.getValue("list"));
        }
        return lists;
    }
}

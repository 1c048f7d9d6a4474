package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import muster.workloads.graphity.GraphityModel;

/** Reads posts, follows and chains out of the database, past the target, and compares all of them with the model. */
final class Graph {
    private static final String POSTS = """
            g.V().hasLabel('User').toList().collect { u ->
              [u.value('userId'), g.V(u).out('PUBLISHED').values('postId').toList().sort().reverse()] }""";
    private static final String TIMES = """
            g.V().hasLabel('User').outE('PUBLISHED').toList()
              .collect { [it.value('time'), it.inVertex().value('postId')] }.count { it[0] != it[1] }""";
    private static final String FOLLOWS = """
            g.V().hasLabel('User').toList().collect { u ->
              [u.value('userId'), g.V(u).out('FOLLOWS').values('userId').toList().sort()] }""";
    private static final String CHAINS = """
            g.V().hasLabel('User').toList().collect { u ->
              [u.value('userId'), g.V(u).outE('GRAPHITY').toList().collect { [it.value('time'), it.inVertex().value('userId')] }
                .sort { a, b -> b[0] <=> a[0] ?: b[1] <=> a[1] }.collect { it[1] }] }""";

    private Graph() {}

    static void matches(TestServer server, GraphityModel model, String algorithm) {
        assertThat(lists(server, POSTS))
                .as("posts")
                .isEqualTo(each(model, user -> List.copyOf(model.posts(user).descendingSet())));
        assertThat(server.count(TIMES))
                .as("edges with another time than their post")
                .isZero();
        assertThat(lists(server, FOLLOWS))
                .as("follows")
                .isEqualTo(each(
                        model, user -> model.followees(user).stream().sorted().toList()));
        if (algorithm.equals("graphity")) {
            assertThat(lists(server, CHAINS)).as("chains").isEqualTo(each(model, model::chain));
        }
    }

    private static Map<Long, List<Long>> each(GraphityModel model, LongFunction<List<Long>> list) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        model.users().forEach(user -> lists.put(user, list.apply(user)));
        return lists;
    }

    private static Map<Long, List<Long>> lists(TestServer server, String script) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        for (Object result : server.run(script)) {
            List<?> row = (List<?>) result;
            List<?> values = (List<?>) row.get(1);
            lists.put(number(row.get(0)), values.stream().map(Graph::number).toList());
        }
        return lists;
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }
}

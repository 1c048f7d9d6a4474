package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import muster.workloads.graphity.GraphityModel;

/** Reads lists, follows and chains out of the database, past the target, and compares all of them with the model. */
final class Graph {
    private static final String LISTS = """
            def of = { id -> id.toString().substring(1) as long }
            graph.vertices().toList().findAll { it.label() == 'User' }.collect { u ->
              [of(u.id()), g.V(u.id()).out('%s').toList().collect { of(it.id()) }]
            }""";

    /** Chains as [followee, rank], so that it shows if a followee stands in one twice or with an old rank. */
    private static final String CHAINS = """
            def of = { id -> id.toString().substring(1) as long }
            graph.vertices().toList().findAll { it.label() == 'User' }.collect { u ->
              [of(u.id()), g.V(u.id()).outE('GRAPHITY').toList().collect {
                Long.MAX_VALUE - 1 - it.value('rank') == it.inVertex().value('newest') ? of(it.inVertex().id()) : -1
              }]
            }""";

    private Graph() {}

    static void matches(GraphityModel model, String algorithm) {
        assertThat(lists(LISTS.formatted("PUBLISHED")))
                .as("posts")
                .isEqualTo(each(model, user -> List.copyOf(model.posts(user).descendingSet())));
        assertThat(sorted(lists(LISTS.formatted("FOLLOWS"))))
                .as("follows")
                .isEqualTo(each(
                        model, user -> model.followees(user).stream().sorted().toList()));
        if (algorithm.equals("graphity")) {
            Map<Long, List<Long>> chains = lists(CHAINS);
            assertThat(active(chains, model)).as("chains").isEqualTo(active(each(model, model::chain), model));
            assertThat(sorted(chains)).as("members").isEqualTo(sorted(each(model, model::chain)));
        }
        assertThat(TestServer.count("graph.vertices().findAll { it.label() == 'User' && it.value('newest') !="
                        + " (g.V(it.id()).outE('PUBLISHED').limit(1).toList().collect { e ->"
                        + " Long.MAX_VALUE - 1 - e.value('rank') }[0] ?: -1) }.size()"))
                .as("users whose newest is not their newest post")
                .isZero();
    }

    /** The order of those without posts, who stand last, is of no interest to a feed, and free. */
    private static Map<Long, List<Long>> active(Map<Long, List<Long>> chains, GraphityModel model) {
        Map<Long, List<Long>> active = new TreeMap<>();
        chains.forEach((user, chain) -> active.put(
                user,
                chain.stream()
                        .filter(followee -> !model.users().contains(followee)
                                || !model.posts(followee).isEmpty())
                        .toList()));
        return active;
    }

    private static Map<Long, List<Long>> sorted(Map<Long, List<Long>> lists) {
        Map<Long, List<Long>> sorted = new TreeMap<>();
        lists.forEach((user, list) -> sorted.put(user, list.stream().sorted().toList()));
        return sorted;
    }

    private static Map<Long, List<Long>> each(GraphityModel model, LongFunction<List<Long>> list) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        model.users().forEach(user -> lists.put(user, list.apply(user)));
        return lists;
    }

    private static Map<Long, List<Long>> lists(String script) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        for (Object row : TestServer.script(script)) {
            List<?> pair = (List<?>) row;
            lists.put(
                    number(pair.getFirst()),
                    ((List<?>) pair.getLast()).stream().map(Graph::number).toList());
        }
        return lists;
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }
}

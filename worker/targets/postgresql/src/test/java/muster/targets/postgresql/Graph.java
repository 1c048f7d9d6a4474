package muster.targets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import muster.workloads.graphity.GraphityModel;

/** Reads posts, follows and chains out of the database, past the target, and compares all of them with the model. */
final class Graph {
    private static final String CHAINS =
            "SELECT follower, followee FROM muster.follows ORDER BY newest DESC, followee DESC";

    private Graph() {}

    static void matches(GraphityModel model, String algorithm) {
        assertThat(lists(model, "SELECT author, id FROM muster.posts ORDER BY id DESC"))
                .as("posts")
                .isEqualTo(each(model, user -> List.copyOf(model.posts(user).descendingSet())));
        assertThat(lists(model, "SELECT follower, followee FROM muster.follows ORDER BY followee"))
                .as("follows")
                .isEqualTo(each(
                        model, user -> model.followees(user).stream().sorted().toList()));
        if (algorithm.equals("graphity")) {
            assertThat(lists(model, CHAINS)).as("chains").isEqualTo(each(model, model::chain));
        }
        assertThat(TestServer.query("SELECT u.id FROM muster.users u WHERE stream_update <>"
                        + " coalesce((SELECT max(p.id) FROM muster.posts p WHERE p.author = u.id), -1)"))
                .as("users whose stream update is not their newest post")
                .isEmpty();
    }

    private static Map<Long, List<Long>> each(GraphityModel model, LongFunction<List<Long>> list) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        model.users().forEach(user -> lists.put(user, list.apply(user)));
        return lists;
    }

    private static Map<Long, List<Long>> lists(GraphityModel model, String query) {
        Map<Long, List<Long>> lists = new TreeMap<>();
        model.users().forEach(user -> lists.put(user, new ArrayList<>()));
        for (List<Object> row : TestServer.query(query)) {
            lists.get((Long) row.get(0)).add((Long) row.get(1));
        }
        return lists;
    }
}

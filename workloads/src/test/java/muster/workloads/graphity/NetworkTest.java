package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.data.EdgeList;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;
import muster.workloads.random.DegreeTable;
import org.junit.jupiter.api.Test;

class NetworkTest {
    @Test
    void followees_are_distinct_and_never_oneself() {
        for (int exponent : new int[] {0, 750, 1500, 2000}) {
            for (int users : new int[] {2, 3, 10, 500}) {
                check(new SyntheticNetwork(7, users, DegreeTable.of("wikipedia-2011"), exponent));
            }
        }
        check(new DataNetwork(7, graph()));
    }

    @Test
    void a_factor_multiplies_all_degrees_up_to_half_of_the_users() {
        DegreeTable once = DegreeTable.of("wikipedia-2011");
        Network sparse = new SyntheticNetwork(7, 400, once, 750);
        Network dense = new SyntheticNetwork(7, 400, once.times(10), 750);
        for (int user = 0; user < 400; user++) {
            assertThat(dense.followees(user)).hasSize(Math.min(200, 10 * sparse.followees(user).length));
        }
        assertThat(once.times(10).mean(200)).isCloseTo(dense.edges() / 400.0, withinPercentage(10));
        check(dense);
    }

    @Test
    void a_network_of_given_edges_holds_each_once_and_none_to_itself() {
        Network network = new DataNetwork(1, graph());
        assertThat(network.edges()).isEqualTo(4);
        assertThat(network.followees(0)).containsExactly(1, 2);
        assertThat(network.followees(2)).containsExactly(1);
        assertThat(network.userOfRank(0)).isEqualTo(1);
        assertThat(network.followedShare(0)).isEqualTo(3 * 65536 / 4);
    }

    @Test
    void the_chain_begins_with_the_most_recently_active() {
        Workload workload = Histories.workload(Map.of("users", 300, "algorithm", "graphity", "postsPerUser", 2));
        GraphityModel model = Histories.loaded(workload);
        var chains = workload.operations(new PhaseKey(Histories.SEED, 2, "chains", 0, 1));
        for (long user = 0; user < 300; user++) {
            LoadChain chain = (LoadChain) chains.at(user);
            assertThat(chain.followees()).containsExactly(model.chain(user).toArray(Long[]::new));
        }
    }

    @Test
    void loaded_posts_are_numbered_in_rounds_that_hold_each_user_once_in_an_order_of_their_own() {
        int users = 100;
        int perUser = 3;
        Workload workload = Histories.workload(Map.of("users", users, "postsPerUser", perUser));
        var load = workload.operations(new PhaseKey(1, 5, "vertices", 0, 1));
        long[] authors = new long[users * perUser];
        for (int user = 0; user < users; user++) {
            long[] posts = ((LoadUser) load.at(user)).posts();
            assertThat(posts).hasSize(perUser).isSorted();
            for (int round = 0; round < perUser; round++) {
                long first = (5L << 40) + (long) round * users;
                assertThat(posts[round]).isBetween(first, first + users - 1);
                authors[(int) (posts[round] & 0xffff)] += user;
            }
        }
        List<Long> orders = Arrays.stream(authors).boxed().toList();
        for (int round = 0; round < perUser; round++) {
            assertThat(orders.subList(round * users, (round + 1) * users))
                    .as("every number is one author's, and every author has one")
                    .doesNotHaveDuplicates()
                    .isNotEqualTo(orders.subList((round + 1) % perUser * users, ((round + 1) % perUser + 1) * users))
                    .isNotEqualTo(LongStream.range(0, users).boxed().toList());
        }
    }

    @Test
    void a_feed_of_loaded_posts_mixes_authors() {
        Workload workload = Histories.workload(Map.of("users", 2000, "postsPerUser", 3));
        GraphityModel model = Histories.loaded(workload);
        Map<Long, Long> authors = new HashMap<>();
        model.users().forEach(user -> model.posts(user).forEach(post -> authors.put(post, user)));
        int neighbours = 0;
        int ofOneAuthor = 0;
        for (long reader : model.users()) {
            List<Long> feed = model.feed(reader, 15);
            for (int i = 1; i < feed.size() && model.followees(reader).size() >= 10; i++) {
                neighbours++;
                ofOneAuthor += authors.get(feed.get(i)).equals(authors.get(feed.get(i - 1))) ? 1 : 0;
            }
        }
        assertThat((double) ofOneAuthor / neighbours).isLessThan(0.05);
    }

    @Test
    void wrong_settings_are_refused_with_what_would_be_right() {
        refused(Map.of("mix", Map.of("follow", 99)), "sum of 100");
        refused(Map.of("mix", Map.of("follows", 100)), "follow, unfollow, post, addUser, feed");
        refused(Map.of("mix", Map.of("follow", 99.999, "post", 0.001)), "two decimals");
        refused(Map.of("mix", Map.of("follow", 150, "post", -50)), "0 to 100");
        refused(Map.of("users", 1), "2 to");
        refused(Map.of("followeeExponent", 2.5), "followeeExponent");
        refused(Map.of("degreeFactor", 101), "degreeFactor");
        refused(Map.of("degreeFactor", 2, "followeeExponent", 1.001), "degreeFactor");
        refused(Map.of("format", "log"), "format");
        refused(Map.of("data", "x", "users", 10), "leave it out");
        refused(Map.of("data", "x"), "no data file x");
    }

    private static void refused(Map<String, Object> settings, String part) {
        assertThatThrownBy(() -> Histories.workload(settings))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(part);
    }

    private static EdgeList graph() {
        return new EdgeList(
                new String[] {"a", "b", "c", "d"}, new int[] {0, 0, 0, 1, 2, 3, 0}, new int[] {1, 2, 1, 1, 1, 1, 0});
    }

    private static void check(Network network) {
        Map<Integer, Integer> followers = new HashMap<>();
        long edge = 0;
        for (int user = 0; user < network.users(); user++) {
            int[] followees = network.followees(user);
            assertThat(Arrays.stream(followees).distinct().count()).isEqualTo(followees.length);
            assertThat(followees).doesNotContain(user);
            for (int followee : followees) {
                assertThat(network.edge(edge++)).isEqualTo(new Edge(user, followee));
                assertThat(network.follows(user, followee)).isTrue();
                followers.merge(followee, 1, Integer::sum);
            }
            assertThat(network.follows(user, network.userOfRank(0)))
                    .isEqualTo(Arrays.stream(followees).anyMatch(f -> f == network.userOfRank(0)));
        }
        assertThat(edge).isEqualTo(network.edges());
    }
}

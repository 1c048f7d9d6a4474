package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.PhaseKey;
import muster.workloads.Workload;
import muster.workloads.data.EdgeList;
import muster.workloads.plan.PlanException;
import org.junit.jupiter.api.Test;

class NetworkTest {
    @Test
    void followeesAreDistinctAndNeverOneself() {
        for (int exponent : new int[] {0, 750, 1500, 2000}) {
            for (int users : new int[] {2, 3, 10, 500}) {
                check(new SyntheticNetwork(7, users, "wikipedia-2011", exponent));
            }
        }
        check(new DataNetwork(7, graph()));
    }

    @Test
    void aNetworkOfGivenEdgesHoldsEachOnceAndNoneToItself() {
        Network network = new DataNetwork(1, graph());
        assertThat(network.edges()).isEqualTo(4);
        assertThat(network.followees(0)).containsExactly(1, 2);
        assertThat(network.followees(2)).containsExactly(1);
        assertThat(network.userOfRank(0)).isEqualTo(1);
        assertThat(network.followedShare(0)).isEqualTo(3 * 65536 / 4);
    }

    @Test
    void theChainBeginsWithTheMostRecentlyActive() {
        Workload workload = Histories.workload(Map.of("users", 300, "algorithm", "graphity", "postsPerUser", 2));
        GraphityModel model = Histories.loaded(workload);
        var chains = workload.operations(new PhaseKey(Histories.SEED, 2, "chains", 0, 1));
        for (long user = 0; user < 300; user++) {
            LoadChain chain = (LoadChain) chains.at(user);
            assertThat(chain.followees()).containsExactly(model.chain(user).toArray(Long[]::new));
        }
    }

    @Test
    void loadedPostsCarryTheOrdinalOfTheirPhaseAndAreNumberedByUser() {
        Workload workload = Histories.workload(Map.of("users", 10, "postsPerUser", 2));
        LoadUser load = (LoadUser)
                workload.operations(new PhaseKey(1, 5, "vertices", 0, 1)).at(3);
        assertThat(load.user()).isEqualTo(3);
        assertThat(load.posts()).containsExactly((5L << 40) | 6, (5L << 40) | 7);
    }

    @Test
    void wrongSettingsAreRefusedWithWhatWouldBeRight() {
        refused(Map.of("mix", Map.of("follow", 99)), "sum of 100");
        refused(Map.of("mix", Map.of("follows", 100)), "follow, unfollow, post, addUser, feed");
        refused(Map.of("mix", Map.of("follow", 99.999, "post", 0.001)), "two decimals");
        refused(Map.of("mix", Map.of("follow", 150, "post", -50)), "0 to 100");
        refused(Map.of("users", 1), "2 to");
        refused(Map.of("followeeExponent", 2.5), "followeeExponent");
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

package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadSettings;
import muster.workloads.data.EdgeList;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.PhaseKey;
import muster.workloads.random.DegreeTable;
import org.junit.jupiter.api.Test;

class SpillEstimateTest {
    private static final Map<String, Object> FOLLOWS = Map.of("follow", 100);

    private static FollowSpill spill(int users, double exponent, Map<String, Object> mix, int slots) {
        return Histories.workload(Map.of("users", users, "followeeExponent", exponent, "mix", mix))
                .spill(Histories.measure(2, 0, slots));
    }

    /** The share of the first follows that {@link NewFollows} really draws uniformly. */
    private static double counted(Network network, int slots, int follows) {
        NewFollows drawn = new NewFollows(network, 1, slots - 1, slots);
        return (double) LongStream.range(0, follows).filter(drawn::spills).count() / follows;
    }

    @Test
    void is_what_is_drawn_of_synthetic_networks() {
        for (int users : new int[] {500, 2_000, 10_000}) {
            for (int milli : new int[] {0, 500, 750, 1_200}) {
                for (int slots : new int[] {1, 2, 3}) {
                    Network network =
                            new SyntheticNetwork(Histories.SEED, users, DegreeTable.of("wikipedia-2011"), milli);
                    FollowSpill spill = spill(users, milli / 1000.0, FOLLOWS, slots);
                    for (int follows : new int[] {users / 2, 4 * users, 18 * users}) {
                        assertThat(spill.share(follows))
                                .as("users %d, exponent %d, slots %d, follows %d", users, milli, slots, follows)
                                .isCloseTo(counted(network, slots, follows), within(0.015 + 1 / Math.sqrt(follows)));
                    }
                }
            }
        }
    }

    @Test
    void is_what_is_drawn_of_a_given_network() {
        Random random = new Random(5);
        int users = 1_000;
        int[] sources = random.ints(8_000, 0, users).toArray();
        int[] targets = random.ints(8_000, 0, users)
                .map(x -> (int) ((long) x * x / users))
                .toArray();
        EdgeList graph = new EdgeList(
                LongStream.range(0, users).mapToObj(String::valueOf).toArray(String[]::new), sources, targets);
        GraphitySettings settings = GraphitySettings.read(WorkloadSettings.of("graphity", Map.of("mix", FOLLOWS)));
        FollowSpill spill = SpillEstimate.of(Popularity.of(graph), settings, 2);
        for (int follows : new int[] {5_000, 50_000}) {
            assertThat(spill.share(follows)).isCloseTo(counted(new DataNetwork(1, graph), 2, follows), within(0.02));
        }
    }

    @Test
    void explains_what_the_most_popular_lose() {
        int users = 2_000;
        int follows = 36_000;
        Network network = new SyntheticNetwork(Histories.SEED, users, DegreeTable.of("wikipedia-2011"), 750);
        NewFollows drawn = new NewFollows(network, 1, 0, 2);
        boolean[] popular = new boolean[users];
        for (int rank = 0; rank < users / 100; rank++) {
            popular[network.userOfRank(rank)] = true;
        }
        double last = LongStream.range(follows - 2_000, follows)
                        .filter(f -> popular[(int) drawn.at(f).followee()])
                        .count()
                / 2_000.0;
        assertThat(last).as("of the last follows, those of the top 1 %%").isLessThan(0.02);
        assertThat(spill(users, 0.75, FOLLOWS, 2).share(follows)).isGreaterThan(0.1);
        assertThat(spill(50_000, 0.75, FOLLOWS, 2).share(follows)).isZero();
    }

    @Test
    void counts_users_that_the_phase_added_since_they_follow_anybody() {
        Map<String, Object> growth = Map.of("follow", 50, "addUser", 50);
        Workload workload =
                Histories.workload(Map.of("users", 20_000, "mix", growth, "horizon", 1_000, "followeeExponent", 0));
        PhaseKey phase = Histories.measure(2, 0, 1);
        Operations operations = workload.operations(phase);
        long follows = 0;
        long byAdded = 0;
        for (long i = 0; i < 20_000; i++) {
            if (operations.at(i) instanceof Follow(long user, long followee)) {
                follows++;
                byAdded += user >= 20_000 ? 1 : 0;
            }
        }
        assertThat(workload.spill(phase).share(20_000)).isCloseTo((double) byAdded / follows, within(0.01));
    }

    @Test
    void says_how_many_operations_stay_below_the_limit() {
        FollowSpill spill = spill(2_000, 0.75, Map.of("follow", 50, "post", 50), 2);
        long most = spill.mostOperations();
        assertThat(spill.share(most)).isLessThanOrEqualTo(FollowSpill.MOST);
        assertThat(spill.share(most + 1)).isGreaterThan(FollowSpill.MOST);
        assertThat(FollowSpill.NONE.mostOperations()).isEqualTo(Long.MAX_VALUE);
        assertThat(spill(2_000, 0.75, Map.of("post", 100), 2)).isSameAs(FollowSpill.NONE);
    }

    @Test
    void takes_no_network_of_a_hundred_million_users() {
        assertThat(spill(100_000_000, 0.75, FOLLOWS, 2).share(1_000_000_000L)).isBetween(0.0, 0.05);
    }
}

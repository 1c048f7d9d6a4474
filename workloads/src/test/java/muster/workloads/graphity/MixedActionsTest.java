package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PostMessage;
import muster.workloads.random.DegreeTable;
import muster.workloads.random.MixTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MixedActionsTest {
    private static final Map<String, Object> WRITES = Map.of("follow", 51.5, "unfollow", 8, "post", 40, "addUser", 0.5);
    private static final Map<String, Object> UNFOLLOWS = Map.of("follow", 45, "unfollow", 45, "post", 5, "feed", 5);
    private static final Map<String, Object> GROWTH =
            Map.of("follow", 60, "unfollow", 5, "post", 5, "addUser", 20, "feed", 10);

    @Tag("thorough")
    @Test
    @Tag("slow")
    void fewer_than_one_in_a_hundred_actions_find_nothing_or_a_duplicate() {
        for (double exponent : new double[] {0, 0.75, 1.2}) {
            for (Map<String, Object> mix : List.of(WRITES, UNFOLLOWS, GROWTH)) {
                Workload workload = Histories.workload(Map.of(
                        "users", 5000, "followeeExponent", exponent, "mix", mix, "postsPerUser", 0, "horizon", 20_000));
                GraphityModel model = Histories.loaded(workload);
                Operations operations = workload.operations(Histories.measure(2, 0, 2));
                Map<String, Integer> counts = Histories.replay(operations, 0, 200_000, model);
                System.out.printf(
                        "exponent %.2f: %.4f %% absent or duplicate %s%n",
                        exponent, 100 * Histories.failed(counts), counts);
                assertThat(Histories.failed(counts)).isLessThan(0.01);
            }
        }
    }

    @Test
    void a_second_phase_still_finds_what_it_acts_on() {
        Workload workload = Histories.workload(Map.of("users", 5000, "mix", UNFOLLOWS, "postsPerUser", 0));
        GraphityModel model = Histories.loaded(workload);
        Histories.replay(workload.operations(Histories.measure(2, 0, 2)), 0, 60_000, model);
        Map<String, Integer> counts =
                Histories.replay(workload.operations(Histories.measure(3, 1, 2)), 0, 60_000, model);
        assertThat(Histories.failed(counts)).isLessThan(0.01);
    }

    @Test
    void no_edge_is_followed_or_unfollowed_twice_in_two_phases() {
        Workload workload = Histories.workload(Map.of("users", 2000, "mix", UNFOLLOWS, "followeeExponent", 0.9));
        Set<Operation> seen = new HashSet<>();
        int repeated = 0;
        for (int slot = 0; slot < 2; slot++) {
            Operations operations = workload.operations(Histories.measure(2 + slot, slot, 2));
            for (long i = 0; i < 30_000; i++) {
                Operation operation = operations.at(i);
                boolean edge = operation instanceof Follow || operation instanceof Unfollow;
                repeated += edge && !seen.add(operation) ? 1 : 0;
            }
        }
        assertThat(repeated).isLessThan(30);
    }

    @Test
    void every_block_holds_the_mix_exactly_and_ranks_are_invertible() {
        MixTable mix = new MixTable(new int[] {5150, 800, 4000, 50, 0}, 7);
        assertThat(mix.size()).isEqualTo(200);
        for (long block = 0; block < 50; block++) {
            int[] counts = new int[5];
            for (long index = block * 200; index < block * 200 + 200; index++) {
                int action = mix.action(index);
                counts[action]++;
                assertThat(mix.index(action, mix.rank(index))).isEqualTo(index);
            }
            assertThat(counts).containsExactly(103, 16, 80, 1, 0);
        }
    }

    @Test
    void a_lease_with_a_stride_meets_every_action() {
        MixTable mix = new MixTable(new int[] {5000, 0, 5000, 0, 0}, 3);
        assertThat(mix.size()).isEqualTo(2);
        Set<Integer> seen = new HashSet<>();
        LongStream.range(0, 100).forEach(i -> seen.add(mix.action(2 * i)));
        assertThat(seen).containsExactlyInAnyOrder(Action.FOLLOW.code(), Action.POST.code());
    }

    @Test
    void operations_are_the_same_from_many_threads() throws InterruptedException, ExecutionException {
        Operations operations = operations();
        List<Operation> expected =
                LongStream.range(0, 20_000).mapToObj(operations::at).toList();
        Operations again = operations();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<List<Operation>> backwards = () -> LongStream.range(0, 20_000)
                    .map(i -> 19_999 - i)
                    .mapToObj(again::at)
                    .toList()
                    .reversed();
            for (Future<List<Operation>> answer : threads.invokeAll(List.of(backwards, backwards, backwards))) {
                assertThat(answer.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void operations_differ_between_phases() {
        Workload workload = Histories.workload(Map.of("users", 1000));
        Operations first = workload.operations(Histories.measure(2, 0, 2));
        Operations second = workload.operations(Histories.measure(3, 1, 2));
        long same = LongStream.range(0, 1000)
                .filter(i -> first.at(i).equals(second.at(i)))
                .count();
        assertThat(same).isZero();
    }

    @Test
    void an_unfollow_beyond_all_that_there_is_meets_nothing_for_certain() {
        Workload workload = Histories.workload(Map.of("users", 2, "mix", Map.of("unfollow", 100), "postsPerUser", 0));
        Unfollow unfollow =
                (Unfollow) workload.operations(Histories.measure(2, 0, 1)).at(1000);
        assertThat(unfollow.user()).isEqualTo(unfollow.followee());
    }

    @Test
    void new_followees_follow_the_popularity_of_the_network() {
        Network network = new SyntheticNetwork(Histories.SEED, 10_000, DegreeTable.of("wikipedia-2011"), 750);
        NewFollows follows = new NewFollows(network, 1, 0, 2);
        int[] rankOf = new int[10_000];
        for (int rank = 0; rank < 10_000; rank++) {
            rankOf[network.userOfRank(rank)] = rank;
        }
        int popular = 0;
        for (long f = 0; f < 10_000; f++) {
            popular += rankOf[(int) follows.at(f).followee()] < 100 ? 1 : 0;
        }
        double expected =
                (double) network.popularity().start(100) / network.popularity().total();
        assertThat(popular / 10_000.0).isBetween(expected - 0.02, expected + 0.02);
    }

    @Test
    void posts_are_of_the_set_length_and_differ_by_their_id() {
        assertThat(PostMessage.of(1, 140)).hasSize(140).matches("[a-z ]+").isNotEqualTo(PostMessage.of(2, 140));
        assertThat(PostMessage.of(1, 65_536)).hasSize(65_536).startsWith(PostMessage.of(1, 13));
        Operations operations = Histories.workload(Map.of("mix", Map.of("post", 100), "messageLength", 5))
                .operations(Histories.measure(3, 0, 1));
        assertThat(((Post) operations.at(9)).message()).isEqualTo(PostMessage.of((3L << 40) | 9, 5));
    }

    private static Operations operations() {
        return Histories.workload(Map.of("users", 3000, "horizon", 1000)).operations(Histories.measure(2, 0, 1));
    }
}

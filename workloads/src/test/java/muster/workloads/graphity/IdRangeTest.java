package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadProvider;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.PhaseKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same operations on the same users, under the ids of another namespace. */
class IdRangeTest {
    private static final long MEMBERS = 1L << 31;
    /** What one block of a property of Neo4j holds. */
    private static final long LARGEST_SMALL = (1L << 35) - 1;

    private static Operations operations(int namespace, String part) {
        WorkloadProvider provider = new GraphityProvider();
        Map<String, Object> mix = Map.of("follow", 30, "unfollow", 20, "post", 20, "addUser", 10, "feed", 20);
        Workload workload = provider.create(
                WorkloadSettings.of(
                        provider.kind(),
                        Map.of(
                                "users",
                                90,
                                "horizon",
                                30,
                                "algorithm",
                                "graphity",
                                "mix",
                                mix,
                                "namespace",
                                namespace)),
                name -> {
                    throw new AssertionError(name);
                });
        return workload.operations(new PhaseKey(7, 4, part, 0, 1, 0));
    }

    private static long[] users(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser(long user, long[] posts) -> new long[] {user};
            case LoadFollows(long user, long[] followees) -> withUser(user, followees);
            case LoadChain(long user, long[] followees) -> withUser(user, followees);
            case AddUser(long user) -> new long[] {user};
            case Follow(long user, long followee) -> new long[] {user, followee};
            case Unfollow(long user, long followee) -> new long[] {user, followee};
            case Post(long author, long post, String message) -> new long[] {author};
            case Feed(long reader, int k) -> new long[] {reader};
        };
    }

    private static long[] withUser(long user, long[] others) {
        return LongStream.concat(LongStream.of(user), Arrays.stream(others)).toArray();
    }

    /** Posts and all else that stays. */
    private static String rest(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser user -> Arrays.toString(user.posts());
            case Post post -> post.post() + post.message();
            case Feed feed -> "" + feed.k();
            default -> "";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"vertices", "edges", "chains", ""})
    void each_operation_is_that_of_the_first_namespace_on_users_of_its_own(String part) {
        Operations first = operations(0, part);
        Operations other = operations(3, part);
        assertThat(other.count()).isEqualTo(first.count());
        for (long index = 0; index < Math.min(2_000, first.count()); index++) {
            GraphityOperation one = (GraphityOperation) first.at(index);
            GraphityOperation moved = (GraphityOperation) other.at(index);
            long[] expected = Arrays.stream(users(one))
                    .map(user -> user < MEMBERS ? 3 * MEMBERS + user : user)
                    .toArray();
            assertThat(moved).as("operation %s", index).hasSameClassAs(one);
            assertThat(users(moved)).as("users of operation %s", index).containsExactly(expected);
            assertThat(rest(moved)).isEqualTo(rest(one));
        }
    }

    @Test
    void ids_of_loaded_users_of_all_namespaces_take_the_same_room() {
        GraphityOperation last = (GraphityOperation) operations(15, "vertices").at(89);
        assertThat(users(last)).containsExactly(15 * MEMBERS + 89);
        assertThat(15 * MEMBERS + MEMBERS - 1).isEqualTo(LARGEST_SMALL);
    }
}

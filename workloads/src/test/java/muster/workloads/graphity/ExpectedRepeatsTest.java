package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.workloads.ExpectedOthers;
import muster.workloads.Workload;
import muster.workloads.operation.PhaseKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedRepeatsTest {
    private static final Map<String, Object> WRITES = Map.of("follow", 51.5, "unfollow", 8, "post", 40, "addUser", 0.5);
    private static final Map<String, Object> UNFOLLOWS = Map.of("follow", 20, "unfollow", 70, "post", 5, "feed", 5);
    private static final PhaseKey SECOND_OF_TWO = Histories.measure(3, 1, 2);

    private static Workload workload(int users, Map<String, Object> mix) {
        return Histories.workload(Map.of("users", users, "mix", mix, "postsPerUser", 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 50, 200, 1_000})
    void a_right_database_answers_no_more_with_absent_or_duplicate_than_is_expected(int users) {
        for (Map<String, Object> mix : List.of(WRITES, UNFOLLOWS)) {
            for (int operations : new int[] {100, 2_000, 40_000}) {
                judge(workload(users, mix), operations, users + " users, " + operations + " of " + mix);
            }
        }
    }

    /** Within one per cent, from which on it would be a warning, and the same as much more: nothing is hidden. */
    private static void judge(Workload workload, int operations, String what) {
        GraphityModel model = Histories.loaded(workload);
        ExpectedOthers expected = workload.expectedOthers(SECOND_OF_TWO);
        Map<String, Integer> counts = Histories.replay(workload.operations(SECOND_OF_TWO), 0, operations, model);
        for (String kind : List.of("follow", "unfollow", "post", "addUser", "feed")) {
            long executed = counts.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(kind + " "))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            long others = executed - counts.getOrDefault(kind + " ok", 0);
            long most = expected.most(kind, executed);
            assertThat(others - most)
                    .as("%s: %s of %d", what, kind, executed)
                    .isLessThanOrEqualTo(Math.max(2, executed / 100));
        }
    }

    @Test
    void in_a_graph_of_the_usual_size_every_operation_finds_what_it_is_about() {
        ExpectedOthers expected = workload(20_000, WRITES).expectedOthers(SECOND_OF_TWO);
        assertThat(expected.most("follow", 50_000)).isLessThan(500);
        assertThat(expected.most("unfollow", 10_000)).isLessThan(100);
        assertThat(expected.most("post", 50_000)).isZero();
        assertThat(expected.most("feed", 50_000)).isZero();
    }

    @Test
    void of_a_graph_that_is_used_up_nearly_all_unfollows_are_expected_to_find_nothing() {
        ExpectedOthers expected = workload(50, UNFOLLOWS).expectedOthers(SECOND_OF_TWO);
        assertThat(expected.most("unfollow", 50_000)).isGreaterThan(45_000);
    }
}

package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.Test;

class GraphityModelTest {
    private final GraphityModel model = new GraphityModel();

    @Test
    void a_feed_holds_the_largest_post_ids_of_the_followees_whatever_order_they_came_in() {
        load();
        apply(new Post(1, 100, ""), Outcome.OK);
        apply(new Post(2, 300, ""), Outcome.OK);
        apply(new Post(1, 200, ""), Outcome.OK);
        apply(new Post(3, 400, ""), Outcome.OK);
        assertThat(model.feed(0, 4)).containsExactly(300L, 200L, 100L, 12L);
        assertThat(model.feed(0, 2)).containsExactly(300L, 200L);
        assertThat(model.feed(3, 5)).isEmpty();
        assertThat(model.chain(0)).containsExactly(2L, 1L);
    }

    @Test
    void outcomes_say_what_is_missing_or_there_already() {
        load();
        apply(new Follow(0, 1), Outcome.DUPLICATE);
        apply(new Follow(0, 9), Outcome.ABSENT);
        apply(new Follow(9, 0), Outcome.ABSENT);
        apply(new Unfollow(1, 0), Outcome.ABSENT);
        apply(new Unfollow(0, 1), Outcome.OK);
        apply(new Post(9, 5, ""), Outcome.ABSENT);
        apply(new Post(0, 11, ""), Outcome.DUPLICATE);
        apply(new AddUser(0), Outcome.DUPLICATE);
        apply(new AddUser(9), Outcome.OK);
        apply(new Feed(9, 15), Outcome.OK);
        apply(new Feed(77, 15), Outcome.ABSENT);
    }

    @Test
    void the_fingerprint_says_what_is_there_and_forgets_what_was_taken_away() {
        load();
        Map<String, String> before = model.fingerprint();
        assertThat(before)
                .containsEntry("vertices", "8")
                .containsEntry("edges", "2")
                .containsEntry("degrees", "0:3 2:1");
        apply(new Follow(3, 0), Outcome.OK);
        assertThat(model.fingerprint().get("ids")).isNotEqualTo(before.get("ids"));
        apply(new Unfollow(3, 0), Outcome.OK);
        assertThat(model.fingerprint()).isEqualTo(before);
    }

    @Test
    void swapped_followees_change_the_fingerprint() {
        assertThat(Fingerprint.weight(1, 2) + Fingerprint.weight(3, 4))
                .isNotEqualTo(Fingerprint.weight(1, 4) + Fingerprint.weight(3, 2));
        assertThat(Fingerprint.weight(Long.MAX_VALUE)).isPositive();
    }

    @Test
    void posts_and_users_that_commit_in_another_order_leave_the_same_graph() {
        var workload = Histories.workload(Map.of("users", 200, "mix", Map.of("post", 60, "follow", 40)));
        var operations = workload.operations(Histories.measure(2, 0, 1));
        List<GraphityOperation> history = new ArrayList<>();
        LongStream.range(0, 1000).forEach(i -> history.add((GraphityOperation) operations.at(i)));
        GraphityModel inOrder = Histories.loaded(workload);
        GraphityModel shuffled = Histories.loaded(workload);
        history.forEach(inOrder::apply);
        Collections.shuffle(history, new Random(1));
        history.forEach(shuffled::apply);
        assertThat(shuffled.fingerprint()).isEqualTo(inOrder.fingerprint());
        assertThat(shuffled.feed(3, 15)).isEqualTo(inOrder.feed(3, 15));
    }

    private void load() {
        for (long user = 0; user < 4; user++) {
            apply(new LoadUser(user, new long[] {10 + user}), Outcome.OK);
        }
        apply(new LoadFollows(0, new long[] {1, 2}), Outcome.OK);
    }

    private void apply(GraphityOperation operation, Outcome expected) {
        assertThat(model.apply(operation)).isEqualTo(expected);
    }
}

package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.targets.contract.RecordingProbe;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction of many actions is one request, though each action commits for itself. */
@Tag("server")
class ManyActionsTest {
    private static final int USERS = 12;
    private static final int SEED = 8;

    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void many_actions_travel_in_one_script_and_each_sees_the_ones_before(String algorithm) throws Exception {
        System.out.println("many actions: seed " + SEED);
        Random random = new Random(SEED);
        try (HugeGraphTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            GraphityModel model = new GraphityModel();
            try (Session session = target.session(Depth.EXECUTE)) {
                for (int round = 0; round < 3; round++) {
                    compare(session, model, actions(random, round));
                }
            }
            Graph.matches(model, algorithm);
            assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
        }
    }

    private static void compare(Session session, GraphityModel model, List<GraphityOperation> actions)
            throws Exception {
        RecordingProbe probe = RecordingProbe.execute(session, actions);
        for (int i = 0; i < actions.size(); i++) {
            assertThat(probe.outcome(i)).as("%d: %s", i, actions.get(i)).isEqualTo(model.apply(actions.get(i)));
            if (actions.get(i) instanceof Feed(long reader, int k)
                    && model.users().contains(reader)) {
                assertThat(probe.feeds().get(i)).as("feed %d", i).isEqualTo(model.feed(reader, k));
            }
        }
    }

    private static List<GraphityOperation> actions(Random random, int round) {
        List<GraphityOperation> actions = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            long user = random.nextInt(USERS);
            long other = random.nextInt(USERS);
            long post = 1_000L * (round + 1) + i;
            actions.add(
                    switch (random.nextInt(6)) {
                        case 0 -> new AddUser(user);
                        case 1, 2 -> new Follow(user, other);
                        case 3 -> new Unfollow(user, other);
                        case 4 -> new Post(user, post, "text " + post);
                        default -> new Feed(user, 1 + random.nextInt(5));
                    });
        }
        return actions;
    }
}

package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.Operation;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
    private static final int USERS = 60;

    @ParameterizedTest
    @ValueSource(strings = {"stou", "graphity"})
    void aLoadMakesTheGraphOfTheModelAndASecondExecutionChangesNothing(String algorithm) throws Exception {
        try (JanusGraphTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            GraphityModel model = new GraphityModel();
            Random random = new Random(5);
            List<List<GraphityOperation>> parts = parts(random, algorithm.equals("graphity"));
            parts.forEach(part -> part.forEach(model::apply));
            try (Session session = target.session(Depth.EXECUTE)) {
                for (List<GraphityOperation> part : parts) {
                    RecordingProbe probe = execute(session, part);
                    assertThat(probe.outcomes).isEmpty();
                    target.awaitIndexes();
                }
                Graph.matches(model, algorithm);
                assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
                for (List<GraphityOperation> part : parts) {
                    assertThat(execute(session, part).outcome(0)).isEqualTo(Outcome.DUPLICATE);
                }
            }
            Graph.matches(model, algorithm);
            assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
        }
    }

    private static RecordingProbe execute(Session session, List<GraphityOperation> part) throws Exception {
        RecordingProbe probe = new RecordingProbe();
        session.execute(Transaction.of(part.toArray(Operation[]::new)), probe);
        return probe;
    }

    private static List<List<GraphityOperation>> parts(Random random, boolean chains) {
        List<GraphityOperation> users = new ArrayList<>();
        List<GraphityOperation> follows = new ArrayList<>();
        List<GraphityOperation> chained = new ArrayList<>();
        for (long user = 0; user < USERS; user++) {
            long first = 1_000 + user;
            // Every fifth has no posts, and the last one follows nobody.
            users.add(new LoadUser(
                    user,
                    random.longs(user % 5, 0, 50)
                            .map(n -> n * 100 + first)
                            .sorted()
                            .distinct()
                            .toArray()));
            long self = user;
            long[] followees = LongStream.range(0, USERS)
                    .filter(v -> v != self && random.nextInt(6) == 0)
                    .toArray();
            follows.add(new LoadFollows(user, user == USERS - 1 ? new long[0] : followees));
            chained.add(new LoadChain(user, user == USERS - 1 ? new long[0] : followees));
        }
        return chains ? List.of(users, follows, chained) : List.of(users, follows);
    }
}

package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.InsertOperation.InsertEdges;
import muster.workloads.InsertOperation.InsertVertices;
import muster.workloads.Noop;
import muster.workloads.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DepthTest {
    private static final List<Operation> OPERATIONS = List.of(
            new LoadUser(1, new long[] {10, 11}),
            new LoadFollows(1, new long[] {1}),
            new LoadChain(1, new long[] {1}),
            new AddUser(2),
            new Follow(1, 2),
            new Follow(2, 1),
            new Unfollow(1, 2),
            new Post(1, 12, "message"),
            new Feed(1, 15),
            new InsertVertices(new long[] {1}, new String[] {"name"}),
            new InsertEdges(new long[] {1}, new long[] {1}, new long[] {1}),
            new Noop(1, 0));

    @ParameterizedTest
    @EnumSource(names = {"NOTHING", "PARSE"})
    void theServerAnswersButTheGraphIsUntouched(Depth depth) throws Exception {
        try (JanusGraphTarget target = TestServer.open("graphity")) {
            target.reset("test");
            try (Session session = target.session(depth)) {
                for (Operation operation : OPERATIONS) {
                    RecordingProbe probe = new RecordingProbe();
                    session.execute(Transaction.of(operation), probe);
                    assertThat(probe.stages).containsExactly(Stage.SEND, Stage.WAIT);
                    assertThat(probe.outcomes).as(operation.toString()).isEmpty();
                }
                RecordingProbe probe = new RecordingProbe();
                session.execute(Transaction.of(OPERATIONS.toArray(Operation[]::new)), probe);
                assertThat(probe.outcomes).isEmpty();
            }
            assertThat(TestServer.count("g.V().not(__.hasLabel('MusterRun')).count()"))
                    .isZero();
        }
    }
}

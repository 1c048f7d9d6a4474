package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No statement looks through all nodes of a label. */
@Tag("server")
class StatementPlanTest {
    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void every_node_is_found_by_an_index(String algorithm) throws Exception {
        try (FalkorDbTarget target = TestServer.open(algorithm)) {
            target.reset("plans");
            Binding binding = new Binding(TestServer.plan(algorithm).workload().settings(), Depth.EXECUTE);
            for (Operation operation : operations()) {
                List<String> plan = TestServer.plan(binding.statements(Transaction.of(operation), Probe.NONE)
                        .getFirst());
                assertThat(plan)
                        .as(operation.toString())
                        .noneMatch(line -> line.contains("Label Scan") || line.contains("All Node Scan"));
            }
        }
    }

    @Test
    void two_edges_between_the_same_ends_are_two() throws Exception {
        try (FalkorDbTarget target = TestServer.open("stou");
                Session session = target.session(Depth.EXECUTE)) {
            target.reset("edges");
            RecordingProbe.execute(session, new InsertVertices(new long[] {1, 2}, new String[] {"a", "b"}));
            RecordingProbe.execute(session, new InsertEdges(new long[] {1, 2}, new long[] {1, 1}, new long[] {2, 2}));
            assertThat(target.fingerprint()).containsEntry("edges", "2");
            assertThat(target.contents().edges()).isEqualTo(2);
        }
    }

    private static List<Operation> operations() {
        return List.of(
                new AddUser(1),
                new Follow(1, 2),
                new Unfollow(1, 2),
                new Post(1, 10, "text"),
                new Feed(1, 15),
                new InsertVertices(new long[] {1}, new String[] {"name"}),
                new InsertEdges(new long[] {1}, new long[] {1}, new long[] {1}));
    }
}

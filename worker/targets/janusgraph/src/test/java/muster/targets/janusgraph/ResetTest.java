package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ResetTest {
    private static final TestServer SERVER = TestServer.berkeleyJe();

    @Test
    void a_reset_leaves_one_mark_the_schema_and_what_is_not_data() throws Exception {
        try (JanusGraphTarget target = SERVER.open("stou")) {
            target.reset("run 1");
            try (Session session = target.session(Depth.EXECUTE)) {
                session.execute(Transaction.of(new LoadUser(1, new long[] {10, 11, 12})), Probe.NONE);
            }
            target.reset("run 2");
            target.awaitIndexes();
            assertThat(SERVER.text("g.V().valueMap('musterMarker').toList().toString()"))
                    .isEqualTo("[[musterMarker:[run 2]]]");
            assertThat(SERVER
                            .run(
                                    "m = graph.openManagement(); i = m.getGraphIndexes(Vertex.class)*.name().sort(); m.rollback(); i")
                            .stream()
                            .map(String::valueOf))
                    .contains("muster_postId", "muster_userId", "muster_vertexId");
        }
    }

    @Test
    void locking_is_what_the_plan_says() throws Exception {
        try (JanusGraphTarget graphity = SERVER.open("graphity");
                JanusGraphTarget star = SERVER.open("stou")) {
            graphity.reset("locking");
            assertThat(consistency()).isEqualTo("LOCK");
            star.reset("no locking");
            assertThat(consistency()).isEqualTo("DEFAULT");
        }
    }

    private static String consistency() {
        return SERVER.text("m = graph.openManagement();"
                + " c = m.getConsistency(m.getGraphIndex('muster_userId')).toString(); m.rollback(); c");
    }
}

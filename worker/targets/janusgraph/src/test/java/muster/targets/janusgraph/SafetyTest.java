package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.Transaction;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.junit.jupiter.api.Test;

class SafetyTest {
    @Test
    void anEmptyAForeignAndAMarkedDatabaseAreToldApartWithoutAWrite() throws Exception {
        try (JanusGraphTarget target = TestServer.open("stou")) {
            erase();
            String address = "127.0.0.1:" + TestServer.port();
            assertThat(target.contents()).isEqualTo(new Contents(address, "graph", false, 0, 0));
            assertThat(target.contents().empty()).isTrue();

            TestServer.run("m = graph.openManagement(); m.getEdgeLabel('KNOWS') ?: m.makeEdgeLabel('KNOWS').make();"
                    + " m.commit(); a = graph.addVertex(); b = graph.addVertex(); a.addEdge('KNOWS', b); 1");
            assertThat(target.contents()).isEqualTo(new Contents(address, "graph", false, 2, 1));
            assertThat(TestServer.count("g.V().count()")).isEqualTo(2);

            erase();
            target.reset("run 1");
            assertThat(target.contents()).isEqualTo(new Contents(address, "graph", true, 1, 0));
        }
    }

    @Test
    void aResetLeavesOneMarkTheSchemaAndWhatIsNotData() throws Exception {
        try (JanusGraphTarget target = TestServer.open("stou")) {
            target.reset("run 1");
            try (Session session = target.session(Depth.EXECUTE)) {
                session.execute(Transaction.of(new LoadUser(1, new long[] {10, 11, 12})), Probe.NONE);
            }
            assertThat(target.contents().vertices()).isEqualTo(5);
            target.reset("run 2");
            target.awaitIndexes();
            assertThat(TestServer.run("g.V().valueMap('musterMarker').toList().toString()")
                            .getFirst()
                            .getString())
                    .isEqualTo("[[musterMarker:[run 2]]]");
            assertThat(TestServer.run("m = graph.openManagement(); i = m.getGraphIndexes(Vertex.class)*.name().sort(); m.rollback(); i")
                            .stream()
                            .map(Result::getString))
                    .contains("muster_postId", "muster_userId", "muster_vertexId");
        }
    }

    @Test
    void lockingIsWhatThePlanSays() throws Exception {
        try (JanusGraphTarget graphity = TestServer.open("graphity");
                JanusGraphTarget star = TestServer.open("stou")) {
            graphity.reset("locking");
            assertThat(consistency()).isEqualTo("LOCK");
            star.reset("no locking");
            assertThat(consistency()).isEqualTo("DEFAULT");
        }
    }

    private static String consistency() {
        return TestServer.run("m = graph.openManagement();"
                        + " c = m.getConsistency(m.getGraphIndex('muster_userId')).toString(); m.rollback(); c")
                .getFirst()
                .getString();
    }

    private static void erase() {
        TestServer.run("g.V().drop().iterate(); 1");
    }
}

package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Test;



class SafetyTest {
    @Test
    void anEmptyAForeignAndAMarkedGraphAreToldApartWithoutAWrite() throws Exception {
        try (HugeGraphTarget target = TestServer.open("stou")) {
            String address = "127.0.0.1:" + TestServer.port();
            target.reset("run 1");
            assertThat(target.contents()).isEqualTo(new Contents(address, "hugegraph", true, 1, 0));

            TestServer.script("g.V('muster').drop().iterate(); graph.tx().commit(); 1");
            assertThat(target.contents()).isEqualTo(new Contents(address, "hugegraph", false, 0, 0));
            assertThat(target.contents().empty()).isTrue();

            TestServer.script("graph.addVertex(T.label, 'User', T.id, 'u1', 'newest', 1L); graph.tx().commit(); 1");
            assertThat(target.contents()).isEqualTo(new Contents(address, "hugegraph", false, 1, 0));
            target.reset("run 2");
            assertThat(target.contents()).isEqualTo(new Contents(address, "hugegraph", true, 1, 0));
        }
    }

    @Test
    void aGraphWithASchemaOfSomebodyElseIsNotCleared() throws Exception {
        try (HugeGraphTarget target = TestServer.open("stou")) {
            target.reset("run 1");
            TestServer.script("""
                    graph.schema().vertexLabel('Person').useCustomizeStringId().create()
                    graph.addVertex(T.label, 'Person', T.id, 'precious'); graph.tx().commit(); 1""");
            assertThatThrownBy(() -> target.reset("run 2"))
                    .isInstanceOf(TargetException.class)
                    .hasMessageContaining("labels that Muster did not make (Person)");
            assertThat(TestServer.count("g.V('precious').count().next()")).isEqualTo(1);
            TestServer.script("graph.truncateBackend(); 1");
        }
    }
}

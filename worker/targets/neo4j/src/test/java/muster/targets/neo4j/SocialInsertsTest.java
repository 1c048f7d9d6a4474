package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import muster.targets.contract.RecordingProbe;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The statements of the ready plan social-inserts on what stands for a loaded network. */
class SocialInsertsTest {
    private static final int HORIZON = 100;

    @BeforeEach
    void network() {
        TestServer.query("MATCH (n) DETACH DELETE n");
        for (String label : List.of("Person", "Forum", "Post", "Comment", "Place")) {
            TestServer.query("CREATE CONSTRAINT insert_" + label + " IF NOT EXISTS FOR (n:" + label
                    + ") REQUIRE n.id IS UNIQUE");
        }
        TestServer.query(
                "UNWIND range(0, 999) AS i CREATE (:Person {id: i}), (:Forum {id: i}), (:Post {id: i * 1048576})");
        TestServer.query("UNWIND range(60, 79) AS i CREATE (:Place {id: i})");
    }

    @AfterEach
    void erase() {
        TestServer.query("MATCH (n) DETACH DELETE n");
        for (String label : List.of("Person", "Forum", "Post", "Comment", "Place")) {
            TestServer.query("DROP CONSTRAINT insert_" + label + " IF EXISTS");
        }
    }

    private static Operations operations() {
        Plan plan =
                PlanReader.parse(ReadyPlans.text("social-inserts"), "p.yaml", List.of("workload.horizon=" + HORIZON));
        return PlanCheck.check(plan, Path::of).workload().operations(new PhaseKey(42, 3, "", 0, 1));
    }

    private static void execute(Session session, LongStream indexes) throws Exception {
        Operations operations = operations();
        for (long index : indexes.toArray()) {
            RecordingProbe probe = RecordingProbe.execute(session, operations.at(index));
            assertThat(probe.elements()).as("operation %d", index).isEqualTo(Map.of(0, 1L));
        }
    }

    @Test
    void operations_that_wait_for_the_horizon_find_all_and_a_second_execution_changes_nothing() throws Exception {
        try (Target target = TestServer.open("stou");
                Session session = target.session(Depth.EXECUTE)) {
            // As late as the horizon allows: each hundred in reverse.
            execute(session, LongStream.range(0, 800).map(i -> i / HORIZON * HORIZON + HORIZON - 1 - i % HORIZON));
            long nodes = TestServer.count("MATCH (n) RETURN count(n)");
            long relationships = TestServer.count("MATCH ()-[r]->() RETURN count(r)");
            execute(session, LongStream.range(0, 800));
            assertThat(TestServer.count("MATCH (n) RETURN count(n)")).isEqualTo(nodes);
            assertThat(TestServer.count("MATCH ()-[r]->() RETURN count(r)")).isEqualTo(relationships);
        }
        assertThat(TestServer.count(
                        "MATCH (m:Comment)-[:REPLY_OF]->(p:Post) WHERE p.id >= 4503599627370496 RETURN count(m)"))
                .as("comments on posts that were created")
                .isGreaterThan(100);
        assertThat(TestServer.count(
                        "MATCH ()-[l:LIKES]->(p:Post) WHERE l.creationDate <= p.creationDate RETURN count(l)"))
                .isZero();
        assertThat(TestServer.count("MATCH (p:Post) WHERE p.content IS NOT NULL RETURN count(p)"))
                .isEqualTo(120);
    }
}

package muster.targets.neo4j;

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
    @Test
    void a_reset_leaves_one_mark_the_constraints_and_what_is_not_data() throws Exception {
        try (Neo4jTarget target = TestServer.open("stou")) {
            TestServer.query("CREATE INDEX foreign_index IF NOT EXISTS FOR (n:Person) ON (n.name)");
            target.reset("run 1");
            try (Session session = target.session(Depth.EXECUTE)) {
                session.execute(Transaction.of(new LoadUser(1, new long[] {10, 11, 12})), Probe.NONE);
            }
            target.reset("run 2");
            target.awaitIndexes();
            assertThat(TestServer.query("MATCH (n) RETURN labels(n)[0], n.marker")
                            .toString())
                    .contains("MusterRun")
                    .contains("run 2")
                    .doesNotContain("User");
            assertThat(TestServer.count(
                            "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'muster_'" + " RETURN count(*)"))
                    .isEqualTo(3);
            assertThat(TestServer.count("SHOW INDEXES YIELD name WHERE name = 'foreign_index' RETURN count(*)"))
                    .isEqualTo(1);
        }
    }
}

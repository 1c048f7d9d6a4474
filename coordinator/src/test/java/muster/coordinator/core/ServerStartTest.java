package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.ServerTask;
import org.junit.jupiter.api.Test;

class ServerStartTest {
    private static final String PLAN =
            TestCluster.plan("{kind: measure, operations: 20, clients: 1}") + "\nserver: {name: neo4j}\n";

    private final TestCluster cluster = new TestCluster();

    @Test
    void a_run_continues_when_its_server_answers() {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        assertThat(cluster.servers).containsExactly(ServerTask.Kind.KEEP);
        assertThat(worker.started).isTrue();
    }

    @Test
    void a_server_that_cannot_be_started_ends_the_run_with_the_reason() {
        cluster.serverFailure = "server neo4j: port 7687 is in use";
        cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(ExitCode.FAULT.code());
        assertThat(cluster.runEnd().message()).isEqualTo("server neo4j: port 7687 is in use");
        assertThat(cluster.reports(true)).isEmpty();
    }
}

package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.ExitCode;
import muster.model.RunEnd;
import org.junit.jupiter.api.Test;

/** A load that does not do what it planned. */
class FailedLoadTest {
    private static final String MEASURE = "{kind: measure, duration: 2s, clients: 4}";

    private final TestCluster cluster = new TestCluster();

    private void load(String load) {
        cluster.available = 20;
        cluster.outcomes = List.of("OperationTimeout");
        cluster.worker("a");
        cluster.submit(plan(load, MEASURE));
        cluster.pass(2_000);
    }

    private void execute() {
        for (int second = 0; second < 8; second++) {
            cluster.workers.getFirst().execute(10).report();
            cluster.pass(1_000);
        }
    }

    private long phases() {
        return cluster.written(Action.ClosePhase.class).size();
    }

    @Test
    void it_ends_the_run_before_anything_is_measured() throws IOException {
        load("{kind: load, clients: 4}");
        execute();
        assertThat(phases()).isEqualTo(1);
        RunEnd end = cluster.runEnd();
        assertThat(end.state()).isEqualTo(RunEnd.FAILED);
        assertThat(end.exitCode()).isEqualTo(ExitCode.OPERATIONS_FAILED.code());
        assertThat(end.message()).startsWith("load failed: 20 of 20 operations of phase load failed (OperationTimeout");
        assertThat(Path.of("").toAbsolutePath().resolveSibling("docs/wrong-input.md"))
                .content()
                .contains("| operations of a load failed | " + end.exitCode() + " | " + end.message() + " |");
    }

    @Test
    void a_plan_that_says_so_measures_what_is_there() {
        load("{kind: load, clients: 4, onError: continue}");
        execute();
        assertThat(phases()).isEqualTo(2);
        assertThat(cluster.runEnd().message()).doesNotContain("load failed");
    }

    @Test
    void a_load_that_was_cancelled_is_cancelled_and_has_not_failed() {
        load("{kind: load, clients: 4}");
        cluster.workers.getFirst().execute(5).report();
        cluster.cancel(1);
        cluster.pass(2_000);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(ExitCode.ABORTED.code());
        assertThat(cluster.runEnd().message()).isEqualTo("cancelled from outside");
        assertThat(cluster.runEnd().state()).isEqualTo(RunEnd.STOPPED);
    }
}

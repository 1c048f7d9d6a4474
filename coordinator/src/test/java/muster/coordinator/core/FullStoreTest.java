package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import muster.coordinator.core.event.Event;
import muster.protocol.Finished;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that cannot write: who stops the run is not kept waiting for it, and is told what the coordinator knows. */
class FullStoreTest {
    private final TestCluster cluster = new TestCluster();

    @BeforeEach
    void measureOnAFullDisk() {
        cluster.leaseSize = 20;
        FakeWorker worker = cluster.worker("a");
        cluster.submit(TestCluster.plan("{kind: measure, operations: 100, clients: 4}"));
        cluster.pass(1_000);
        cluster.slowDisk = true;
        worker.execute(15).report();
        cluster.happen(new Event.StoreFull("no space left"));
    }

    @Test
    void a_run_waits_for_it_as_long_as_no_one_stops_it() {
        cluster.pass(60_000);
        assertThat(cluster.finished()).isEmpty();
    }

    @Test
    void a_cancel_ends_the_run_within_five_seconds_with_2_and_the_figures_from_memory() {
        cluster.cancel(1);
        cluster.pass(3_000);
        assertThat(cluster.finished()).isEmpty();
        cluster.pass(2_000);
        endsWithFigures();
    }

    @Test
    void an_abort_ends_it_at_once() {
        cluster.abort(1);
        cluster.pass(200);
        endsWithFigures();
    }

    private void endsWithFigures() {
        Finished finished = cluster.finished().orElseThrow();
        assertThat(finished.getExitCode()).isEqualTo(2);
        assertThat(finished.getMessage())
                .isEqualTo(
                        "the store cannot write: no space left; the figures above are from memory, and the store has less");
        assertThat(finished.getResult().getCoverage().getCounted()).isEqualTo(15);
        assertThat(finished.getResult().getOperations()).isEqualTo(15);
    }
}

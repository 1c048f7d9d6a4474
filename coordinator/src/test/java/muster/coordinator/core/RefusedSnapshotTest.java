package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import muster.coordinator.core.event.Action;
import muster.model.IndexRange;
import org.junit.jupiter.api.Test;

/** The store does not believe a snapshot that the lease book agreed with: the run ends, and its books still agree. */
class RefusedSnapshotTest {
    private final TestCluster cluster = new TestCluster();

    @Test
    void what_a_refused_snapshot_claims_is_missing() {
        FakeWorker worker = run("{kind: measure, operations: 100, clients: 4}");
        worker.execute(10).report();
        cluster.reachDisk();
        int durable = cluster.counted().size();
        worker.execute(15).report();
        cluster.refuseCommits();
        cluster.pass(1_000);
        assertThat(cluster.phaseEnd().planned()).isEqualTo(100);
        assertThat(missing()).isEqualTo(100 - durable).isLessThan(100);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(2);
        assertThat(cluster.runEnd().message())
                .isEqualTo("a sent a snapshot that contradicts itself: samples 3, histogram holds 2");
    }

    @Test
    void of_a_phase_that_a_duration_bounds_too() {
        FakeWorker worker = run("{kind: measure, duration: 10s, clients: 4}");
        worker.execute(10).report();
        cluster.refuseCommits();
        cluster.pass(1_000);
        assertThat(cluster.phaseEnd().planned()).isPositive().isEqualTo(missing());
    }

    /** Nobody was left to end its phase, which waited for that commit. */
    @Test
    void a_run_ends_whose_refused_snapshot_is_of_a_session_that_is_gone() {
        FakeWorker worker = run("{kind: measure, operations: 100, clients: 4}");
        cluster.worker("b");
        worker.execute(10).report();
        worker.silent = true;
        cluster.pass(5_000);
        cluster.refuseCommits();
        cluster.pass(70_000);
        assertThat(cluster.written(Action.CloseRun.class)).hasSize(1);
        assertThat(missing()).isEqualTo(100);
    }

    private FakeWorker run(String phase) {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(TestCluster.plan(phase));
        cluster.pass(1_000);
        cluster.slowDisk = true;
        return worker;
    }

    private long missing() {
        return cluster.phaseEnd().missing().stream()
                .mapToLong(IndexRange::count)
                .sum();
    }
}

package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A coordinator that was stopped, or had no core, does not take its own silence for that of others. */
class SleepingCoordinatorTest {
    private static final String PLAN = TestCluster.plan("{kind: measure, operations: 100, clients: 4}");

    private final TestCluster cluster = new TestCluster();

    /** From now on it is silent: so long it is waited for, and no longer than so much more. */
    private void isGivenUpAfter(long patienceMs, long moreMs, FakeWorker worker) {
        worker.silent = true;
        cluster.pass(patienceMs);
        assertThat(cluster.log).noneMatch(line -> line.contains("a left"));
        cluster.pass(moreMs);
        assertThat(cluster.log).anyMatch(line -> line.contains("a left: silent"));
    }

    @Test
    void a_worker_that_is_alive_is_not_given_up() {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        for (long asleepMs : new long[] {3_000, 10_000, 60_000, 3_600_000}) {
            cluster.sleep(asleepMs);
            cluster.pass(5_000);
            assertThat(cluster.log).noneMatch(line -> line.contains("a left"));
        }
        while (worker.left() > 0) {
            worker.execute(10).report();
        }
        cluster.pass(500);
        assertThat(cluster.countedOnce(100)).isTrue();
        assertThat(cluster.phaseEnd().executedAgain()).isZero();
    }

    /** It took itself for late, and fenced the silent after 3.3 s. */
    @Test
    void a_coordinator_that_ticks_seldom_is_not_late() {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        cluster.hearsNothing(1_000);
        isGivenUpAfter(1_400, 300, worker);
    }

    @Test
    void nor_one_that_prepares_or_drains() {
        FakeWorker worker = cluster.worker("a");
        worker.readies = false;
        cluster.submit(PLAN);
        cluster.pass(1_000);
        cluster.sleep(100_000);
        worker.ready();
        cluster.pass(1_000);
        assertThat(worker.started).isTrue();
        worker.drains = false;
        while (worker.left() > 0) {
            worker.execute(10).report();
        }
        cluster.pass(200);
        cluster.sleep(100_000);
        worker.drain();
        cluster.pass(1_000);
        assertThat(cluster.runEnd().exitCode()).isIn(0, 111);
    }

    @Test
    void one_that_prepares_is_not_given_up_by_a_coordinator_that_seldom_runs() {
        FakeWorker worker = cluster.worker("a");
        worker.readies = false;
        cluster.submit(PLAN);
        for (int i = 0; i < 15; i++) {
            cluster.sleep(4_000);
            cluster.pass(8_000);
        }
        cluster.pass(50_000);
        worker.ready();
        cluster.pass(1_000);
        assertThat(worker.started).isTrue();
    }

    @Test
    void a_phase_without_workers_does_not_end_for_the_time_in_which_none_could_be_heard() {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        worker.silent = true;
        cluster.pass(5_000);
        assertThat(cluster.log).anyMatch(line -> line.contains("a left: silent"));
        cluster.sleep(100_000);
        cluster.pass(10_000);
        FakeWorker next = cluster.worker("b");
        cluster.pass(1_000);
        while (next.left() > 0) {
            next.execute(10).report();
        }
        cluster.pass(500);
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void one_that_is_silent_after_it_woke_is_given_up() {
        FakeWorker worker = cluster.worker("a");
        cluster.worker("b");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        worker.silent = true;
        cluster.sleep(10_000);
        cluster.pass(2_000);
        assertThat(cluster.log).noneMatch(line -> line.contains("a left"));
        cluster.pass(1_000);
        assertThat(cluster.log).anyMatch(line -> line.contains("a left: silent"));
    }

    @Test
    void one_that_gets_a_core_only_now_and_then_lets_workers_of_its_host_be_silent_for_longer() {
        FakeWorker worker = cluster.worker("a");
        cluster.worker("b");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        for (int i = 0; i < 3; i++) {
            cluster.sleep(900);
            cluster.pass(100);
        }
        isGivenUpAfter(5_000, 2_000, worker);
    }

    @Test
    void one_that_slept_again_and_again_needs_as_long_to_hear_what_was_said_meanwhile() {
        FakeWorker worker = cluster.worker("a");
        cluster.worker("b");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        for (int i = 0; i < 10; i++) {
            cluster.sleep(2_000);
            cluster.pass(200);
        }
        isGivenUpAfter(13_000, 6_000, worker);
    }

    @Test
    void one_that_works_may_be_silent_for_longer_where_others_are_heard_late() {
        FakeWorker worker = cluster.worker("a");
        FakeWorker late = cluster.worker("b");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        for (int i = 0; i < 3; i++) {
            late.silent = true;
            cluster.pass(2_000);
            late.silent = false;
            cluster.pass(600);
        }
        isGivenUpAfter(8_000, 5_000, worker);
    }

    @Test
    void one_that_has_no_work_may_be_silent_for_longer() {
        FakeWorker worker = cluster.worker("a");
        cluster.pass(1_000);
        isGivenUpAfter(9_000, 2_000, worker);
    }

    @Test
    void one_that_speaks_and_drains_slowly_is_not_given_up() {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(PLAN);
        cluster.pass(1_000);
        worker.drains = false;
        while (worker.left() > 0) {
            worker.execute(10).report();
        }
        cluster.pass(40_000);
        worker.drain();
        cluster.pass(1_000);
        assertThat(cluster.log).noneMatch(line -> line.contains("a left"));
        assertThat(cluster.runEnd().exitCode()).isIn(0, 111);
    }
}

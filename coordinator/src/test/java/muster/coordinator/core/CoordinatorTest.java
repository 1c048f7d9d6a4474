package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.model.UnfinishedRun;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Leave;
import muster.protocol.Resources;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.protocol.Status;
import muster.protocol.StatusRequest;
import muster.protocol.Submit;
import org.junit.jupiter.api.Test;

/** The whole machine, without a socket and without a clock: workers and store are played. */
class CoordinatorTest {
    private static final String COUNT = plan("{kind: measure, operations: 100, clients: 4}");
    private static final String DURATION = plan("{kind: measure, duration: 10s, clients: 4}");

    private final TestCluster cluster = new TestCluster();

    // ---- barrier and clients ----

    @Test
    void nobody_starts_before_everybody_is_ready_and_all_start_at_the_same_time() {
        FakeWorker first = cluster.worker("a");
        FakeWorker second = cluster.worker("b");
        second.readies = false;
        cluster.expectWorkers = 2;
        cluster.submit(COUNT);
        cluster.pass(5_000);
        assertThat(first.started || second.started).isFalse();
        second.ready();
        assertThat(start(first)).isEqualTo(start(second));
        assertThat(start(first).getStartNs()).isGreaterThanOrEqualTo(cluster.nowNs() + 200_000_000);
    }

    /** Nothing of it is measured, and a plan may have many. */
    @Test
    void a_load_starts_sooner_than_what_is_measured() {
        FakeWorker worker = cluster.worker("a");
        cluster.expectWorkers = 1;
        cluster.submit("""
                name: p
                target: {kind: noop}
                workload: {kind: graphity, users: 20}
                phases: [{kind: load, clients: 4}, {kind: measure, duration: 1s, clients: 1}]
                """);
        while (!worker.started) {
            cluster.pass(10);
        }
        assertThat(start(worker).getStartNs() - cluster.nowNs()).isBetween(1L, 50_000_000L);
    }

    private static Start start(FakeWorker worker) {
        return worker.heard.stream()
                .filter(Envelope::hasStart)
                .map(Envelope::getStart)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_worker_that_dies_before_it_is_ready_does_not_hold_up_the_others() {
        FakeWorker first = cluster.worker("a");
        FakeWorker second = cluster.worker("b");
        second.readies = false;
        cluster.expectWorkers = 2;
        cluster.submit(COUNT);
        second.silent = true;
        cluster.pass(3_000);
        assertThat(first.started).isTrue();
        assertThat(first.clients).isEqualTo(4);
        finish();
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void a_worker_that_leaves_before_all_are_ready_does_not_hold_up_the_others() {
        FakeWorker stays = cluster.worker("a");
        FakeWorker leaver = cluster.worker("b");
        leaver.readies = false;
        leaver.drains = false;
        cluster.expectWorkers = 2;
        cluster.submit(COUNT);
        leaver.send(Envelope.newBuilder().setLeave(Leave.newBuilder().setReason("stop requested")));
        assertThat(stays.started).as("the other one may be within an operation").isFalse();
        leaver.send(Envelope.newBuilder().setDrained(Drained.newBuilder().setAssignment(leaver.assignment)));
        cluster.pass(200);
        assertThat(stays.started).isTrue();
        assertThat(stays.clients).isEqualTo(4);
    }

    @Test
    void a_worker_that_is_never_ready_ends_the_run_by_name() {
        cluster.worker("a");
        cluster.worker("b").readies = false;
        cluster.expectWorkers = 2;
        cluster.submit(COUNT);
        cluster.pass(70_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(2);
        assertThat(cluster.finished().orElseThrow().getMessage())
                .contains("b was not ready for phase measure within 60 s");
    }

    @Test
    void clients_divide_and_the_first_ones_get_one_more() {
        run(plan("{kind: measure, duration: 10s, clients: 5}"), 3);
        assertThat(cluster.workers).extracting(worker -> worker.clients).containsExactly(2, 2, 1);
    }

    @Test
    void more_workers_than_clients_leaves_some_without_and_says_so() {
        run(plan("{kind: measure, duration: 10s, clients: 2}"), 3);
        assertThat(cluster.workers).extracting(worker -> worker.clients).containsExactly(1, 1, 0);
        assertThat(cluster.log).anyMatch(line -> line.startsWith("c has no clients"));
    }

    @Test
    void a_joining_worker_starts_only_after_the_others_have_shrunk() {
        run(DURATION, 1);
        FakeWorker first = cluster.workers.getFirst();
        first.takesShares = false;
        cluster.pass(1_000);
        FakeWorker second = cluster.worker("late");
        cluster.pass(1_000);
        assertThat(first.clients).isEqualTo(2);
        assertThat(second.started).isFalse();
        first.confirmShare(1);
        assertThat(second.started).isTrue();
        assertThat(second.clients).isEqualTo(2);
    }

    @Test
    void nobody_starts_before_those_who_were_there_have_shrunk_for_one_that_came_later() {
        FakeWorker first = cluster.worker("a");
        first.readies = false;
        first.takesShares = false;
        cluster.submit(COUNT);
        FakeWorker second = cluster.worker("b");
        cluster.pass(500);
        first.ready();
        cluster.pass(500);
        assertThat(first.clients).isEqualTo(2);
        assertThat(first.started || second.started)
                .as("4 and 2 clients are more than 4")
                .isFalse();
        first.confirmShare(1);
        assertThat(first.started && second.started).isTrue();
    }

    @Test
    void clients_of_a_leaver_go_to_the_others_once_it_has_drained() {
        run(DURATION, 2);
        FakeWorker first = cluster.workers.get(0);
        FakeWorker second = cluster.workers.get(1);
        cluster.pass(1_000);
        second.drains = false;
        second.leave();
        cluster.pass(1_000);
        assertThat(first.clients).isEqualTo(2);
        second.drain();
        cluster.pass(100);
        assertThat(first.clients).isEqualTo(4);
        assertThat(second.gone).isTrue();
    }

    @Test
    void clients_never_exceed_the_total_while_workers_come_and_go() {
        cluster.worker("w0");
        cluster.submit(plan("{kind: measure, duration: 60s, clients: 7}"));
        for (int i = 1; i < 12; i++) {
            cluster.worker("w" + i);
            clientsAreWithin(7);
            cluster.pass(500);
            clientsAreWithin(7);
            if (i % 3 == 0) {
                cluster.workers.get(i - 2).leave();
            }
            if (i % 4 == 0) {
                cluster.workers.get(i - 1).silent = true;
            }
        }
        cluster.pass(5_000);
        assertThat(running()).isEqualTo(7);
    }

    private void clientsAreWithin(int most) {
        assertThat(running()).isLessThanOrEqualTo(most);
    }

    private int running() {
        return cluster.workers.stream()
                .filter(worker -> worker.started && !worker.gone && !worker.silent)
                .mapToInt(worker -> worker.clients)
                .sum();
    }

    // ---- counting ----

    @Test
    void what_a_fenced_worker_held_is_executed_by_others_and_counted_once() {
        cluster.leaseSize = 10;
        run(COUNT, 2);
        FakeWorker dead = cluster.workers.get(1);
        dead.execute(13).report();
        dead.execute(4);
        dead.silent = true;
        cluster.pass(3_000);
        finish();
        assertThat(cluster.countedOnce(100)).isTrue();
        assertThat(cluster.phaseEnd().missing()).isEmpty();
        assertThat(cluster.phaseEnd().executedAgain()).isEqualTo(17);
        assertThat(cluster.finished())
                .as("the time that its work was not done is no fault of the database")
                .get()
                .extracting("exitCode")
                .isEqualTo(111);
    }

    @Test
    void the_late_snapshot_of_a_fenced_worker_is_kept_as_quarantined_and_not_counted() {
        cluster.leaseSize = 10;
        run(COUNT, 2);
        FakeWorker fenced = cluster.workers.get(1);
        fenced.execute(10);
        fenced.silent = true;
        cluster.pass(3_000);
        fenced.report();
        assertThat(cluster.reports(false)).hasSize(1);
        assertThat(cluster.reports(false).getFirst().covered()).hasSize(1);
        assertThat(fenced.heard.getLast().hasRefused()).isTrue();
        assertThat(fenced.acknowledged).isZero();
        finish();
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void what_a_fenced_worker_says_after_its_phase_is_kept_too_and_once() {
        cluster.leaseSize = 10;
        run(COUNT, 2);
        FakeWorker fenced = cluster.workers.get(1);
        fenced.execute(10);
        fenced.silent = true;
        cluster.pass(3_000);
        finish();
        Snapshot late = fenced.report();
        fenced.send(Envelope.newBuilder().setSnapshot(late));
        assertThat(cluster.reports(false)).hasSize(1);
        assertThat(cluster.reports(false).getFirst().covered()).hasSize(1);
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void a_snapshot_that_is_sent_again_is_acknowledged_again_and_counted_once() {
        cluster.leaseSize = 10;
        run(COUNT, 1);
        FakeWorker worker = cluster.workers.getFirst();
        Snapshot snapshot = worker.execute(10).report();
        long acknowledges = worker.heard(Envelope.BodyCase.ACKNOWLEDGE);
        worker.send(Envelope.newBuilder().setSnapshot(snapshot));
        assertThat(worker.heard(Envelope.BodyCase.ACKNOWLEDGE)).isEqualTo(acknowledges + 1);
        assertThat(cluster.counted()).hasSize(10);
    }

    @Test
    void a_snapshot_that_claims_the_lease_of_another_is_refused_and_its_sender_fenced() {
        cluster.leaseSize = 10;
        run(COUNT, 2);
        FakeWorker liar = cluster.workers.get(1);
        Lease other = cluster.workers.getFirst().leases.getFirst();
        claim(liar, Map.of(other.getLease(), new long[] {0, 10}));
        assertThat(cluster.counted()).isEmpty();
        assertThat(cluster.log).anyMatch(line -> line.contains("claims what it does not hold"));
    }

    @Test
    void a_snapshot_that_claims_one_position_twice_is_refused() {
        cluster.leaseSize = 10;
        run(COUNT, 1);
        FakeWorker worker = cluster.workers.getFirst();
        long lease = worker.leases.getFirst().getLease();
        worker.execute(5).report();
        claim(worker, Map.of(lease, new long[] {4, 2}));
        assertThat(cluster.counted()).hasSize(5);
    }

    @Test
    void a_snapshot_with_more_samples_than_positions_is_refused() {
        cluster.leaseSize = 10;
        run(COUNT, 1);
        FakeWorker worker = cluster.workers.getFirst();
        Snapshot.Builder snapshot = worker.execute(5).next(worker.unreported()).toBuilder();
        snapshot.getSeriesBuilder(0).setSamples(6);
        worker.send(Envelope.newBuilder().setSnapshot(snapshot));
        assertThat(cluster.counted()).isEmpty();
    }

    private static void claim(FakeWorker worker, Map<Long, long[]> ranges) {
        worker.send(Envelope.newBuilder().setSnapshot(worker.next(ranges)));
    }

    @Test
    void nothing_is_acknowledged_before_it_is_durable_and_no_phase_closes_before() {
        run(COUNT, 1);
        cluster.slowDisk = true;
        FakeWorker worker = cluster.workers.getFirst();
        while (worker.left() > 0) {
            worker.execute(worker.left()).report();
        }
        cluster.pass(1_000);
        assertThat(worker.acknowledged).isZero();
        assertThat(cluster.written(Action.ClosePhase.class)).isEmpty();
        cluster.reachDisk();
        assertThat(worker.acknowledged).isPositive();
        cluster.pass(200);
        assertThat(cluster.written(Action.ClosePhase.class)).hasSize(1);
    }

    @Test
    void planned_is_covered_and_missing_when_a_duration_ends_with_operations_lost() {
        cluster.leaseSize = 100;
        run(DURATION, 2);
        FakeWorker dead = cluster.workers.get(1);
        cluster.workers.get(0).execute(130).report();
        cluster.pass(8_000);
        dead.execute(50);
        dead.silent = true;
        cluster.pass(5_000);
        long missing = cluster.phaseEnd().missing().stream()
                .mapToLong(range -> range.count())
                .sum();
        assertThat(missing).isEqualTo(200);
        assertThat(cluster.phaseEnd().planned()).isEqualTo(cluster.counted().size() + missing);
    }

    @Test
    void what_a_worker_had_used_when_it_was_ready_is_written_once_a_phase() {
        run(COUNT, 2);
        assertThat(cluster.written(Action.WriteResources.class))
                .extracting(write -> write.row().worker())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(cluster.written(Action.WriteResources.class))
                .allMatch(write -> write.row().seq() == 0)
                .allMatch(write -> write.row().values().containsKey("cpu_ns"));
    }

    // ---- leases ----

    @Test
    void with_lease_one_every_credit_gets_one_operation() {
        cluster.leaseSize = 1;
        run(COUNT, 1);
        FakeWorker worker = cluster.workers.getFirst();
        assertThat(worker.leases).hasSize(2).allMatch(lease -> lease.getCount() == 1);
        worker.execute(1);
        assertThat(worker.leases).hasSize(3);
        worker.wants(0);
        assertThat(worker.leases).hasSize(3);
    }

    @Test
    void open_windows_interleave_what_arrives_and_cover_the_schedule() {
        run(plan("{kind: measure, duration: 2s, rate: 100/s, maxInFlight: 10}"), 2);
        List<Lease> first = cluster.workers.get(0).leases;
        List<Lease> second = cluster.workers.get(1).leases;
        assertThat(first.getFirst().getStride()).isEqualTo(2);
        assertThat(second.getFirst().getFirst()).isEqualTo(1);
        assertThat(second.getFirst().getFirstIntendedNs()).isEqualTo(10_000_000);
        finish();
        assertThat(cluster.countedOnce(200)).isTrue();
        assertThat(cluster.phaseEnd().planned()).isEqualTo(200);
    }

    @Test
    void arrivals_that_are_granted_again_keep_their_place_in_the_schedule() {
        run(plan("{kind: measure, duration: 10s, rate: 100/s, maxInFlight: 10}"), 2);
        cluster.pass(2_000);
        FakeWorker other = cluster.workers.get(0);
        int before = other.leases.size();
        cluster.workers.get(1).silent = true;
        other.wants(1_000);
        cluster.pass(3_000);
        assertThat(other.leases.subList(before, other.leases.size()))
                .filteredOn(lease -> lease.getStride() == 1 && lease.getCount() == 1)
                .isNotEmpty()
                .allMatch(lease -> lease.getFirstIntendedNs() == lease.getFirst() * 10_000_000);
    }

    @Test
    void arrivals_that_nobody_started_make_the_run_invalid() {
        run(plan("{kind: measure, duration: 2s, rate: 100/s, maxInFlight: 10, drain: 1s}"), 1);
        cluster.pass(10_000);
        assertThat(cluster.finished()).get().extracting("exitCode").isEqualTo(111);
    }

    @Test
    void a_late_worker_is_judged_by_what_happened_since_it_was_ready() {
        run(DURATION, 1);
        cluster.pass(1_000);
        FakeWorker late = cluster.worker("late");
        late.readies = false;
        cluster.pass(100);
        late.resources = Resources.newBuilder().setStealNs(9_000_000_000L).build();
        cluster.pass(1_000);
        late.ready();
        finish();
        assertThat(cluster.finished()).get().extracting("exitCode").isEqualTo(0);
    }

    // ---- runs ----

    @Test
    void a_foreign_database_is_refused_before_anything_is_reset() {
        FakeWorker worker = cluster.worker("a");
        worker.facts = Map.of("address", "db:7687", "database", "neo4j", "vertices", "3", "edges", "1");
        cluster.submit(writing());
        cluster.pass(500);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(104);
        assertThat(cluster.finished().orElseThrow().getMessage())
                .contains("db:7687/neo4j", "3 vertices", "1 edges", "--allow-erase db:7687/neo4j");
        assertThat(tasks(worker)).containsExactly("probe");
        assertThat(cluster.written(Action.WritePhase.class)).isEmpty();
    }

    @Test
    void a_foreign_database_that_is_named_may_be_erased_and_no_other() {
        FakeWorker worker = cluster.worker("a");
        worker.facts = Map.of("address", "db:7687", "database", "neo4j", "vertices", "3", "edges", "1");
        cluster.mayErase = "db:7687/other";
        cluster.submit(writing());
        assertThat(tasks(worker)).containsExactly("probe");
        cluster.mayErase = "db:7687/neo4j";
        cluster.submit(writing());
        assertThat(tasks(worker)).startsWith("probe", "probe", "reset");
    }

    @Test
    void existing_data_are_changed_only_where_they_are_named() {
        FakeWorker worker = cluster.worker("a");
        worker.facts = Map.of("address", "db:7687", "database", "neo4j", "vertices", "3", "marked", "true");
        cluster.mayErase = "db:7687/neo4j";
        cluster.mayWrite = "db:7687/other";
        cluster.submit(changing());
        cluster.pass(500);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(104);
        assertThat(cluster.finished().orElseThrow().getMessage())
                .isEqualTo(
                        "refused: operation rename would change what database db:7687/neo4j holds, and data: none only"
                                + " reads it; take write: true out, or --allow-write db:7687/neo4j if its contents may change."
                                + " Nothing was touched");
        assertThat(cluster.written(Action.WritePhase.class)).isEmpty();
        cluster.mayWrite = "db:7687/neo4j";
        cluster.submit(changing());
        cluster.pass(500);
        assertThat(cluster.written(Action.WritePhase.class)).isNotEmpty();
        assertThat(tasks(worker)).doesNotContain("reset", "create");
    }

    private static String changing() {
        return "name: c\ndata: none\ntarget: {kind: noop}\nworkload: {kind: query, operations: {read: {cypher: r}, rename:"
                + " {cypher: w, write: true}}}\nphases:\n  - {kind: measure, operations: 10, clients: 1}";
    }

    private static String writing() {
        return "name: w\nstate: fresh\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n"
                + "  - {kind: measure, operations: 10, clients: 1}";
    }

    private static List<String> tasks(FakeWorker worker) {
        return worker.heard.stream()
                .filter(Envelope::hasTask)
                .map(envelope -> envelope.getTask().getKind())
                .toList();
    }

    @Test
    void worker_processes_that_are_alive_are_waited_for_however_long_they_take_to_connect() {
        cluster.expectWorkers = 3;
        cluster.workersAlive(3);
        cluster.worker("a");
        cluster.submit(COUNT);
        cluster.pass(300_000);
        assertThat(cluster.finished()).isEmpty();
        assertThat(cluster.client)
                .filteredOn(Envelope::hasProgress)
                .extracting(envelope -> envelope.getProgress().getLine())
                .hasSizeGreaterThan(290)
                .last()
                .isEqualTo("waiting for workers: 1 of 3 connected, none of their processes has ended");
        cluster.workersAlive(2);
        cluster.pass(59_000);
        assertThat(cluster.finished()).isEmpty();
        cluster.pass(2_000);
        assertThat(cluster.finished().orElseThrow().getMessage()).contains("1 of 3 workers connected within 60 s");
        assertThat(cluster.finished().orElseThrow().getState()).isEqualTo("failed");
    }

    @Test
    void the_run_that_ended_last_is_reported_with_the_status() {
        cluster.expectWorkers = 2;
        cluster.worker("a");
        cluster.submit(COUNT);
        assertThat(status().hasEnded()).isFalse();
        cluster.pass(61_000);
        assertThat(status().getEnded()).isEqualTo(cluster.finished().orElseThrow());
    }

    @Test
    void an_interrupted_run_continues_once_a_worker_of_an_earlier_incarnation_returns() {
        cluster.interrupted(COUNT, 75, Set.of(75L, 76L));
        assertThat(status().getRunsList()).hasSize(1);
        comesBackFrom(76);
        assertThat(cluster.written(Action.ResumeRun.class)).containsExactly(new Action.ResumeRun(1, TestCluster.EPOCH));
    }

    @Test
    void a_run_whose_workers_did_not_come_back_is_given_up_for_later_incarnations_too() {
        cluster.interrupted(COUNT, 75, Set.of(75L, 76L));
        cluster.pass(9_000);
        assertThat(cluster.written(Action.GiveUp.class)).containsExactly(new Action.GiveUp(1));
        assertThat(status().getRunsList()).isEmpty();
    }

    @Test
    void a_run_that_was_given_up_continues_only_on_request() {
        cluster.interrupted(COUNT, UnfinishedRun.GIVEN_UP, Set.of(75L, 76L));
        assertThat(cluster.log).hasSize(1).first().asString().contains("run 1 reconnected: the run stays interrupted");
        comesBackFrom(76);
        assertThat(status().getRunsList()).isEmpty();
        assertThat(cluster.written(Action.ResumeRun.class)).isEmpty();
        cluster.receive(
                TestCluster.CLIENT,
                Envelope.newBuilder()
                        .setSubmit(Submit.newBuilder().setRequest(5).setResume(true)));
        assertThat(cluster.written(Action.ResumeRun.class)).containsExactly(new Action.ResumeRun(1, TestCluster.EPOCH));
    }

    private void comesBackFrom(long epoch) {
        Hello hello = Hello.newBuilder()
                .setName("returning")
                .setNonce(9)
                .setAttempt(1)
                .setNumbered(true)
                .setPreviousEpoch(epoch)
                .setPreviousSession(4)
                .build();
        cluster.receive(new Peer("returning"), Envelope.newBuilder().setHello(hello));
    }

    private Status status() {
        cluster.receive(TestCluster.CLIENT, Envelope.newBuilder().setStatusRequest(StatusRequest.getDefaultInstance()));
        return cluster.client.stream()
                .filter(Envelope::hasStatus)
                .map(Envelope::getStatus)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void a_run_waits_for_its_workers_and_then_says_how_many_came() {
        cluster.expectWorkers = 3;
        cluster.worker("a");
        cluster.worker("b");
        cluster.submit(COUNT);
        cluster.pass(59_000);
        assertThat(cluster.finished()).isEmpty();
        assertThat(cluster.client)
                .filteredOn(Envelope::hasProgress)
                .extracting(envelope -> envelope.getProgress().getLine())
                .hasSizeBetween(50, 60)
                .contains("waiting for workers: 2 of 3 connected, 30 s left");
        cluster.pass(2_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(2);
        assertThat(cluster.finished().orElseThrow().getMessage()).contains("2 of 3 workers connected within 60 s");
    }

    @Test
    void a_run_whose_last_worker_goes_away_during_a_task_ends_when_none_comes() {
        FakeWorker worker = cluster.worker("a");
        worker.answersTasks = false;
        cluster.submit(COUNT);
        worker.silent = true;
        cluster.pass(70_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(2);
        assertThat(cluster.finished().orElseThrow().getMessage()).contains("no worker");
    }

    @Test
    void a_task_of_a_worker_that_goes_away_is_done_by_another() {
        FakeWorker worker = cluster.worker("a");
        worker.answersTasks = false;
        cluster.submit(COUNT);
        worker.silent = true;
        FakeWorker other = cluster.worker("b");
        cluster.pass(4_000);
        assertThat(tasks(other)).containsExactly("probe");
        finish();
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void runs_follow_one_another() {
        cluster.worker("a");
        cluster.submit(COUNT);
        cluster.submit(COUNT);
        cluster.cancel(2);
        cluster.submit(COUNT);
        finish();
        assertThat(cluster.client.stream().filter(Envelope::hasFinished).map(Envelope::getFinished))
                .extracting(finished -> finished.getRunId() + ": " + finished.getExitCode())
                .containsExactly("2: 105", "1: 0", "3: 0");
        assertThat(cluster.counted()).hasSize(200);
    }

    @Test
    void a_cancelled_run_keeps_what_was_measured_and_drains() {
        cluster.leaseSize = 10;
        run(COUNT, 1);
        cluster.workers.getFirst().execute(15);
        cluster.cancel(1);
        cluster.pass(500);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(105);
        assertThat(cluster.counted()).hasSize(15);
        assertThat(cluster.phaseEnd().state()).isEqualTo("stopped");
    }

    @Test
    void the_exit_code_is_the_worst_of_those_that_apply() {
        assertThat(exitAfter(COUNT, 0)).isEqualTo(0);
        assertThat(exitAfter(COUNT, 3)).isEqualTo(1);
        assertThat(exitAfter(COUNT + "\nthresholds: [\"errors < 3\"]", 3)).isEqualTo(99);
        assertThat(exitAfter(COUNT + "\nthresholds: [\"errors < 5\"]", 3)).isEqualTo(0);
        assertThat(exitAfter(COUNT + "\nthresholds: [\"p99 < 1ms\"]", 3)).isEqualTo(99);
    }

    private int exitAfter(String plan, long errors) {
        if (cluster.workers.isEmpty()) {
            cluster.worker("a");
        }
        cluster.figures = List.of(
                new OperationFigures("", "response", 97, errors, 100, 10, 5e6, 1, 9_000_000, percentile -> 5_000_000));
        cluster.submit(plan);
        finish();
        return cluster.finished().orElseThrow().getExitCode();
    }

    @Test
    void an_unreachable_target_is_a_fault_and_a_wrong_plan_outranks_it() {
        run(COUNT, 2);
        fail(cluster.workers.get(0), "target");
        fail(cluster.workers.get(1), "plan");
        cluster.pass(500);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(104);
    }

    private static void fail(FakeWorker worker, String kind) {
        worker.send(Envelope.newBuilder()
                .setFailed(Failed.newBuilder()
                        .setAssignment(worker.assignment)
                        .setKind(kind)
                        .setMessage("no")));
    }

    // ---- steps of the tests ----

    private void run(String plan, int workers) {
        for (int i = 0; i < workers; i++) {
            cluster.worker("" + (char) ('a' + i));
        }
        cluster.expectWorkers = workers;
        cluster.submit(plan);
        cluster.pass(300);
    }

    /** Everybody works until all runs are over. */
    private void finish() {
        for (int i = 0; i < 200; i++) {
            for (FakeWorker worker : cluster.workers) {
                if (worker.started && !worker.silent && !worker.gone && worker.left() > 0) {
                    worker.execute(worker.left()).report();
                }
            }
            cluster.pass(100);
        }
    }
}

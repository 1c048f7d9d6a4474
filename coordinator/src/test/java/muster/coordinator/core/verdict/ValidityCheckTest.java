package muster.coordinator.core.verdict;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import muster.coordinator.core.FakeWorker;
import muster.coordinator.core.TestCluster;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.ServerUse;
import muster.model.CheckRow;
import muster.protocol.Resources;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each gate, from both sides of its limit: ten seconds are measured, and worker "b" of two is the one in question. */
class ValidityCheckTest {
    private static final String CLOSED = plan("{kind: measure, duration: 10s, clients: 4}");
    private static final String NEO4J = CLOSED.replace("target: {kind: noop}", "target: {kind: neo4j}");
    private static final String OPEN = plan("{kind: measure, duration: 10s, rate: 100/s, maxInFlight: 10}");
    private static final String OPEN_NEO4J = OPEN.replace("target: {kind: noop}", "target: {kind: neo4j}");
    private static final long SECOND = 1_000_000_000;
    /** Two clients that were in service for all of ten seconds. */
    private static final long BUSY = 20 * SECOND;

    private final TestCluster cluster = new TestCluster();

    @BeforeEach
    void operationsOfTenMilliseconds() {
        cluster.figures = List.of(service(10e6));
    }

    private static OperationFigures service(double meanNs) {
        return new OperationFigures(
                "", "service", 4_000, 0, 4_000, 400, meanNs, 1, (long) meanNs, percentile -> (long) meanNs);
    }

    private static Stream<Gate> gates() {
        return Stream.of(
                new Gate(
                        "hiccups",
                        CLOSED,
                        worker -> worker.setHiccupNs(25 * SECOND / 10),
                        w -> w.setHiccupNs(26 * SECOND / 10)),
                new Gate(
                        "cpu quota",
                        CLOSED,
                        w -> w.setThrottledNs(25 * SECOND / 10),
                        w -> w.setThrottledNs(26 * SECOND / 10)),
                new Gate("gc pauses", CLOSED, w -> w.setGcPauseNs(SECOND / 2), w -> w.setGcPauseNs(6 * SECOND / 10)),
                new Gate("steal", CLOSED, w -> w.setStealNs(SECOND), w -> w.setStealNs(11 * SECOND / 10)),
                new Gate(
                        "run-queue wait",
                        NEO4J,
                        w -> w.setRunQueueWaitNs(BUSY / 2),
                        w -> w.setRunQueueWaitNs(BUSY * 6 / 10)),
                new Gate("generator cpu", NEO4J, w -> used(w, 18, 2, 0), w -> used(w, 19, 1, 0)),
                new Gate("generator cpu", NEO4J, w -> used(w, 9, 1, 10), w -> used(w, 10, 1, 9)),
                new Gate("generator cpu", NEO4J, w -> used(w, 8, 0, 12), w -> used(w, 9, 0, 11)),
                new Gate("canary", NEO4J, w -> late(slow(w), 100), w -> late(slow(w), 101)),
                new Gate("processor demand", OPEN_NEO4J, w -> wanted(w, 10, 20), w -> wanted(w, 10, 21)),
                new Gate("processor demand", OPEN_NEO4J, w -> wanted(w, 8, 40), w -> wanted(w, 9, 40)),
                new Gate(
                        "hand-over",
                        OPEN_NEO4J,
                        w -> slow(w).setHandovers(100).setHandoverNs(SECOND),
                        w -> slow(w).setHandovers(100).setHandoverNs(SECOND * 101 / 100)),
                // Operations of 1 ms: half of one. Of 0.1 ms: a tenth of a millisecond.
                new Gate("hand-over", OPEN_NEO4J, w -> handedOver(w, 20_000, 500), w -> handedOver(w, 20_000, 501)),
                new Gate("hand-over", OPEN_NEO4J, w -> handedOver(w, 200_000, 100), w -> handedOver(w, 200_000, 101)),
                new Gate(
                        "Little's law",
                        CLOSED,
                        w -> w.setServiceNs(BUSY * 96 / 100),
                        w -> w.setServiceNs(BUSY * 94 / 100)),
                new Gate(
                        "Little's law",
                        CLOSED,
                        w -> w.setServiceNs(BUSY * 104 / 100),
                        w -> w.setServiceNs(BUSY * 106 / 100)),
                new Gate("late start", CLOSED, w -> w.setLateStartNs(SECOND / 20), w -> w.setLateStartNs(SECOND / 10)),
                new Gate(
                        "schedule lag",
                        OPEN,
                        w -> w.setPacingLagMaxNs(SECOND / 20),
                        w -> w.setPacingLagMaxNs(SECOND / 10)),
                new Gate("lease wait", OPEN_NEO4J, w -> w.setLeaseWaitNs(BUSY / 10), w -> w.setLeaseWaitNs(BUSY / 9)),
                new Gate("clients without a completion", CLOSED, w -> {}, w -> w.setClientsWithoutCompletion(1)));
    }

    /** Seconds of the 20 that two cores have. */
    private static void used(Resources.Builder worker, long seconds, long idle, long others) {
        assertThat(seconds + idle + others).isEqualTo(20);
        worker.setCpuNs(seconds * SECOND).setCpuIdleNs(idle * SECOND).setCpuAllowedNs(20 * SECOND);
    }

    /** Operations of 100 ms: a tenth is more than the least lateness that counts. */
    private static Resources.Builder slow(Resources.Builder worker) {
        return worker.setServiceSamples(200);
    }

    /** So many operations in 20 s of service, each handed over so late. */
    private static void handedOver(Resources.Builder worker, long operations, long us) {
        worker.setServiceSamples(operations).setHandovers(1_000).setHandoverNs(1_000 * us * 1_000);
    }

    /** Seconds that threads ran and waited for a core; so many clients were in service that the wait is none to each. */
    private static void wanted(Resources.Builder worker, long ran, long waited) {
        used(worker, ran, 20 - ran, 0);
        worker.setRunQueueWaitNs(waited * SECOND).setServiceNs(100 * waited * SECOND);
    }

    /** Tenths of milliseconds, on average. */
    private static void late(Resources.Builder worker, long tenths) {
        worker.setCanarySamples(1_000).setCanaryLateNs(tenths * SECOND / 10);
    }

    /** Its clients run 20 ms late, though it uses little. */
    private static void waits(Resources.Builder worker, long idle, long others) {
        used(worker, 4, idle, others);
        late(slow(worker), 200);
    }

    private record Gate(String name, String plan, Consumer<Resources.Builder> good, Consumer<Resources.Builder> bad) {}

    @TestFactory
    Stream<DynamicTest> a_gate_passes_what_is_within_its_limit_and_names_cause_and_worker_of_what_is_not() {
        return gates().map(gate -> DynamicTest.dynamicTest(gate.name(), () -> {
            ValidityCheckTest fresh = new ValidityCheckTest();
            fresh.operationsOfTenMilliseconds();
            fresh.passes(gate);
            fresh.cluster.writes.clear();
            fresh.fails(gate);
        }));
    }

    private void passes(Gate gate) {
        run(gate.plan(), gate.good());
        assertThat(failed()).isEmpty();
        assertThat(rows(gate.name())).hasSize(2).allMatch(CheckRow::passed);
        assertThat(exitCode()).isZero();
    }

    private void fails(Gate gate) {
        run(gate.plan(), gate.bad());
        assertThat(failed()).singleElement().satisfies(row -> {
            assertThat(row.kind() + ": " + row.name()).isEqualTo("validity: " + gate.name());
            assertThat(row.worker()).isEqualTo("b");
            assertThat(row.reason()).isNotBlank();
        });
        assertThat(exitCode()).isEqualTo(111);
        assertThat(cluster.runEnd().validity()).isEqualTo("invalid");
    }

    @Test
    void a_worker_that_is_lost_makes_the_run_invalid() {
        begin(CLOSED);
        cluster.workers.get(1).silent = true;
        cluster.pass(3_000);
        assertThat(failedAfterEnd()).containsExactly(tuple("lost worker", "b"));
    }

    private List<Tuple> failedAfterEnd() {
        end(busy());
        return failed().stream()
                .filter(row -> row.name().equals("lost worker"))
                .map(row -> tuple(row.name(), row.worker()))
                .toList();
    }

    @Test
    void waiting_for_a_core_is_no_evidence_where_muster_is_compared_with_itself() {
        cluster.overhead = true;
        run(NEO4J, worker -> worker.setRunQueueWaitNs(9 * BUSY));
        assertThat(failed()).isEmpty();
        assertThat(rows("run-queue wait")).isEmpty();
    }

    @Test
    void clamped_samples_make_the_run_invalid() {
        begin(CLOSED);
        cluster.workers.get(1).clamped = 1;
        end(busy());
        assertThat(failed())
                .extracting(CheckRow::name, CheckRow::worker)
                .containsExactly(tuple("clamped samples", "b"));
    }

    @Test
    void a_pause_or_two_do_not_condemn_a_phase_of_two_seconds() {
        String brief = plan("{kind: measure, duration: 2s, clients: 4, think: 1ms}");
        run(brief, worker -> worker.setReadAtNs(2 * SECOND).setGcPauseNs(SECOND * 19 / 100));
        assertThat(failed()).isEmpty();
        run(brief, worker -> worker.setReadAtNs(2 * SECOND).setGcPauseNs(SECOND * 21 / 100));
        assertThat(failed()).extracting(CheckRow::name).containsExactly("gc pauses");
    }

    @Test
    void what_happened_before_the_phase_is_not_held_against_a_worker() {
        cluster.worker("a").resources = busy().setHiccupNs(9 * SECOND).build();
        cluster.submit(CLOSED);
        cluster.pass(300);
        end(busy().setServiceNs(2 * BUSY));
        assertThat(failed()).isEmpty();
    }

    @Test
    void a_share_of_the_time_is_never_more_than_all_of_it() {
        run(CLOSED, worker -> worker.setHiccupNs(23 * SECOND).setStealNs(900 * SECOND));
        assertThat(failed())
                .extracting(CheckRow::name, CheckRow::observed)
                .containsExactly(tuple("hiccups", "1"), tuple("steal", "1"));
    }

    @Test
    void more_clients_on_the_same_worker_do_not_hide_what_it_lacks() {
        for (int clients : List.of(2, 64, 512)) {
            cluster.writes.clear();
            run(NEO4J.replace("clients: 4", "clients: " + clients), worker -> {
                used(worker, 20, 0, 0);
                late(worker, 50);
                worker.setServiceNs(5 * SECOND * clients).setServiceSamples(500L * clients);
            });
            assertThat(failed())
                    .extracting(CheckRow::name)
                    .as(clients + " clients")
                    .contains("generator cpu", "canary");
        }
    }

    @Test
    void a_database_that_uses_all_cores_next_to_the_worker_is_no_evidence_against_it() {
        run(NEO4J, worker -> used(worker, 6, 0, 14));
        assertThat(failed()).isEmpty();
    }

    @Test
    void clients_that_wait_while_others_have_the_cores_do_not_wait_for_each_other() {
        run(NEO4J, worker -> waits(worker, 0, 16));
        assertThat(failed()).singleElement().satisfies(row -> {
            assertThat(row.name()).isEqualTo("canary");
            assertThat(row.reason())
                    .contains(
                            "its threads waited for a core; used 0.40 of 2.00 cores it may use, other processes 1.60");
        });
        cluster.writes.clear();
        run(NEO4J, worker -> waits(worker, 16, 0));
        assertThat(failed())
                .singleElement()
                .satisfies(row -> assertThat(row.reason()).contains("clients waited for each other"));
    }

    @Test
    void workers_that_fill_their_machine_together_are_out_of_cpu_like_one() {
        onOneHost(worker -> used(worker, 7, 0, 13));
        assertThat(failed()).extracting(CheckRow::name).containsExactly("generator cpu", "generator cpu");
    }

    @Test
    void workers_with_a_core_each_are_judged_by_their_own() {
        onOneHost(worker -> worker.setCpuNs(4 * SECOND).setCpuIdleNs(0).setCpuAllowedNs(10 * SECOND));
        assertThat(failed()).isEmpty();
    }

    @Test
    void workers_that_leave_most_of_their_machine_to_its_database_are_not() {
        onOneHost(worker -> used(worker, 4, 0, 16));
        assertThat(failed()).isEmpty();
    }

    private void onOneHost(Consumer<Resources.Builder> each) {
        cluster.host = "host-of-all";
        begin(NEO4J);
        Resources.Builder used = busy();
        each.accept(used);
        end(cluster, used, used);
    }

    @Test
    void lateness_below_a_millisecond_is_no_evidence_however_fast_the_database() {
        for (long tenths : List.of(10L, 11L)) {
            cluster.writes.clear();
            run(NEO4J, worker -> {
                late(worker, tenths);
                worker.setServiceSamples(BUSY / 100_000);
            });
            assertThat(failed()).hasSize(tenths == 10 ? 0 : 1);
        }
    }

    @Test
    void a_reason_says_in_one_sentence_what_was_short() {
        run(NEO4J, worker -> worker.setCpuNs(98 * SECOND / 10).setCpuAllowedNs(10 * SECOND));
        assertThat(failed())
                .extracting(CheckRow::reason)
                .containsExactly("generator out of CPU: used 0.98 of 1 core it may use");
    }

    @Test
    void pauses_next_to_its_database_are_a_warning_unless_clients_ran_late() {
        join(cluster);
        cluster.workers.forEach(worker -> worker.target = Map.of("address", "127.0.0.1:7687"));
        run(NEO4J, worker -> worker.setGcPauseNs(SECOND));
        assertThat(rows("gc pauses"))
                .extracting(CheckRow::kind, CheckRow::passed, CheckRow::worker)
                .contains(tuple("warning", false, "b"))
                .doesNotContain(tuple("validity", false, "b"));
        assertThat(exitCode()).isZero();
        cluster.writes.clear();
        run(NEO4J, worker -> {
            worker.setGcPauseNs(SECOND);
            late(worker, 11);
        });
        assertThat(rows("gc pauses"))
                .extracting(CheckRow::kind, CheckRow::passed, CheckRow::worker)
                .contains(tuple("validity", false, "b"))
                .doesNotContain(tuple("warning", false, "b"));
        assertThat(exitCode()).isEqualTo(111);
    }

    @Test
    void clients_without_a_completion_are_not_asked_for_where_a_count_ends_the_phase() {
        run(plan("{kind: measure, operations: 4, clients: 8}"), worker -> worker.setClientsWithoutCompletion(4));
        assertThat(rows("clients without a completion")).isEmpty();
        assertThat(exitCode()).isZero();
    }

    @Test
    void a_heartbeat_that_is_older_than_the_last_snapshot_changes_no_verdict() {
        begin(CLOSED);
        cluster.workers.forEach(worker -> report(worker, busy()));
        cluster.pass(9_000);
        cluster.workers.forEach(worker -> worker.execute(worker.left()).report());
        cluster.workers.forEach(worker -> worker.resources = Resources.getDefaultInstance());
        cluster.workers.forEach(worker -> worker.drains = false);
        cluster.pass(2_000);
        cluster.workers.forEach(FakeWorker::drain);
        cluster.pass(1_000);
        assertThat(rows("Little's law")).hasSize(2);
        assertThat(failed()).isEmpty();
    }

    @Test
    void waiting_for_a_core_is_no_evidence_where_the_plan_means_to_use_them_all() {
        run(CLOSED, worker -> worker.setRunQueueWaitNs(100 * BUSY));
        assertThat(rows("run-queue wait")).isEmpty();
        assertThat(exitCode()).isZero();
    }

    // ---- Little's law ----

    @Test
    void littles_law_applies_from_a_hundred_times_the_cost_of_the_harness_on() {
        assertThat(littleWith(1_000_001, Map.of())).isTrue();
        assertThat(littleWith(999_999, Map.of())).isFalse();
        assertThat(littleWith(20_001, Map.of("calibration.operation_cpu_ns", "200")))
                .isTrue();
        assertThat(littleWith(19_999, Map.of("calibration.operation_cpu_ns", "200")))
                .isFalse();
        assertThat(littleWith(999_999, Map.of("calibration.operation_cpu_ns", "unknown")))
                .isFalse();
    }

    private boolean littleWith(double meanNs, Map<String, String> environment) {
        TestCluster fresh = new TestCluster();
        fresh.environment = environment;
        fresh.figures = List.of(service(meanNs));
        run(fresh, CLOSED, worker -> {});
        return !rows(fresh, "Little's law").isEmpty();
    }

    @Test
    void littles_law_is_not_asked_where_clients_pause_by_design_or_a_count_runs_out() {
        for (String phase : List.of(
                "{kind: measure, duration: 10s, clients: 4, think: 1ms}",
                "{kind: measure, duration: 10s, clients: 4, pacing: 1ms}",
                "{kind: measure, duration: 10s, clients: 4, ramp: 1s}",
                "{kind: measure, operations: 100, clients: 4}")) {
            cluster.writes.clear();
            run(plan(phase), worker -> worker.setServiceNs(0));
            assertThat(rows("Little's law")).as(phase).isEmpty();
            assertThat(exitCode()).as(phase).isZero();
        }
    }

    @Test
    void littles_law_is_not_checked_where_every_operation_waits_for_its_own_lease() {
        cluster.leaseSize = 1;
        run(CLOSED, worker -> worker.setServiceNs(0));
        assertThat(rows("Little's law")).isEmpty();
    }

    @Test
    void littles_law_is_not_asked_where_a_worker_came_or_went() {
        begin(CLOSED);
        cluster.pass(1_000);
        cluster.workers.get(0).leave();
        end(Resources.newBuilder());
        assertThat(rows("Little's law")).isEmpty();
    }

    @Test
    void operations_in_flight_at_the_end_are_no_deviation() {
        cluster.figures = List.of(service(SECOND));
        run(CLOSED, worker -> worker.setServiceNs(BUSY * 114 / 100));
        assertThat(failed()).isEmpty();
    }

    // ---- a database on the same machine ----

    @Test
    void schedule_lag_next_to_a_server_of_another_session_names_the_kernel_and_the_cure() {
        String plain = "it could not keep to the schedule";
        cluster.environment = Map.of("kernel.autogroup", "/autogroup-7");
        assertThat(lagNextTo("127.0.0.1:7687", "/autogroup-8"))
                .isEqualTo(
                        plain + ": the kernel divides processors between sessions first, and the server is in another"
                                + " one; start both from one terminal, or sysctl kernel.sched_autogroup_enabled=0");
        assertThat(lagNextTo("127.0.0.1:7687", "/autogroup-7")).isEqualTo(plain);
        assertThat(lagNextTo("127.0.0.1:7687", "")).isEqualTo(plain);
        assertThat(lagNextTo("db1:7687", "/autogroup-8")).isEqualTo(plain);
    }

    @Test
    void schedule_lag_where_the_kernel_uses_no_groups_is_not_put_down_to_them() {
        assertThat(lagNextTo("127.0.0.1:7687", "/autogroup-8")).isEqualTo("it could not keep to the schedule");
    }

    private String lagNextTo(String address, String autogroup) {
        cluster.writes.clear();
        cluster.server = new ServerUse("neo4j", 9, 0.5, 2, 2, 1, 0, "", 0, 0, 0, 0, 0, 0, 0, autogroup);
        join(cluster);
        cluster.workers.forEach(worker -> worker.target = Map.of("address", address));
        run(OPEN, worker -> worker.setPacingLagMaxNs(SECOND / 10));
        return rows("schedule lag").stream()
                .filter(row -> !row.passed())
                .findFirst()
                .orElseThrow()
                .reason();
    }

    @Test
    void a_database_next_to_its_worker_is_a_stored_warning_and_decides_nothing() {
        cluster.environment = Map.of("host.addresses", "192.0.2.7 2001:db8::7");
        for (String address : List.of(
                "127.0.0.1:7687", "localhost:7687", "[::1]:7687", "192.0.2.7:1", "[2001:db8::7]:1", "HOST-b:7687")) {
            cluster.writes.clear();
            runAt(address);
            assertThat(rows("co-located database")).as(address).singleElement().satisfies(row -> {
                assertThat(row.kind()).isEqualTo("warning");
                assertThat(row.observed()).startsWith(address).contains("b");
                assertThat(row.worker()).isEmpty();
            });
            assertThat(exitCode()).isZero();
            assertThat(cluster.runEnd().validity()).isEqualTo("valid");
        }
    }

    @Test
    void a_database_elsewhere_is_no_warning() {
        for (String address : List.of("192.0.2.8:7687", "db1:7687", "noop", "")) {
            cluster.writes.clear();
            runAt(address);
            assertThat(rows("co-located database")).as(address).isEmpty();
        }
    }

    // ---- steps of the tests ----

    private void runAt(String address) {
        join(cluster);
        cluster.workers.forEach(worker -> worker.target = Map.of("address", address));
        run(CLOSED, worker -> {});
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private static Resources.Builder busy() {
        return Resources.newBuilder()
                .setReadAtNs(10 * SECOND)
                .setServiceNs(BUSY)
                .setServiceSamples(2_000);
    }

    private static void join(TestCluster cluster) {
        cluster.expectWorkers = 2;
        if (cluster.workers.isEmpty()) {
            cluster.worker("a");
            cluster.worker("b");
        }
        cluster.workers.forEach(worker -> report(worker, Resources.newBuilder()));
    }

    private static void report(FakeWorker worker, Resources.Builder used) {
        worker.resources = used.build();
        worker.phase = used.build();
    }

    private void begin(String plan) {
        begin(cluster, plan);
    }

    private static void begin(TestCluster cluster, String plan) {
        join(cluster);
        cluster.submit(plan);
        cluster.pass(300);
    }

    private void end(Resources.Builder second) {
        end(cluster, second);
    }

    /** The last worker has this to say, the others nothing. */
    private static void end(TestCluster cluster, Resources.Builder last) {
        end(cluster, busy(), last);
    }

    private static void end(TestCluster cluster, Resources.Builder others, Resources.Builder last) {
        cluster.workers.forEach(worker -> report(worker, others));
        report(cluster.workers.getLast(), last);
        for (int i = 0; i < 150; i++) {
            cluster.workers.stream()
                    .filter(worker -> worker.started && !worker.gone && worker.left() > 0)
                    .forEach(worker -> worker.execute(worker.left()).report());
            cluster.pass(100);
        }
    }

    private void run(String plan, Consumer<Resources.Builder> second) {
        run(cluster, plan, second);
    }

    private static void run(TestCluster cluster, String plan, Consumer<Resources.Builder> second) {
        begin(cluster, plan);
        Resources.Builder resources = busy();
        second.accept(resources);
        end(cluster, resources);
    }

    private List<CheckRow> rows(String name) {
        return rows(cluster, name);
    }

    private static List<CheckRow> rows(TestCluster cluster, String name) {
        return checks(cluster).filter(row -> row.name().equals(name)).toList();
    }

    private List<CheckRow> failed() {
        return checks(cluster).filter(row -> !row.passed()).toList();
    }

    private static Stream<CheckRow> checks(TestCluster cluster) {
        return cluster.written(Action.WriteChecks.class).stream().flatMap(checks -> checks.rows().stream());
    }

    private int exitCode() {
        return cluster.finished().orElseThrow().getExitCode();
    }
}

package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ExitCode;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.protocol.Envelope;
import muster.protocol.TaskResult;
import org.junit.jupiter.api.Test;

/** When a target is lost, and when it is not: what workers report second by second, and what opening it anew results in. */
class TargetLostTest {
    private static final String MEASURE = "{kind: measure, duration: 300s, clients: 4}";
    private static final TaskResult REFUSED = failed(false, "127.0.0.1:7687: Connection refused");
    private static final TaskResult SILENT = failed(true, "no answer to a new connection within 20 s");
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private final TestCluster cluster = new TestCluster();

    private static TaskResult failed(boolean connects, String message) {
        return TaskResult.newBuilder()
                .setFailure("target")
                .setMessage(message)
                .putFacts("connects", String.valueOf(connects))
                .build();
    }

    private FakeWorker run(String... phases) {
        FakeWorker worker = cluster.worker("a");
        cluster.submit(plan(phases));
        cluster.pass(2_000);
        return worker;
    }

    /** One operation of each worker a second. */
    private void work(int seconds) {
        for (int second = 0; second < seconds; second++) {
            cluster.workers.forEach(worker -> worker.execute(1).report());
            cluster.pass(1_000);
        }
    }

    private void die(TaskResult reach) {
        cluster.workers.forEach(worker -> {
            worker.outcome = "ConnectionRefused";
            worker.reach = reach;
        });
    }

    private long attempts() {
        return cluster.workers.stream()
                .flatMap(worker -> worker.heard.stream())
                .filter(Envelope::hasTask)
                .filter(envelope -> envelope.getTask().getKind().equals("reach"))
                .count();
    }

    private boolean over() {
        return cluster.finished().isPresent();
    }

    private List<CheckRow> checks() {
        return cluster.written(Action.WriteChecks.class).stream()
                .flatMap(written -> written.rows().stream())
                .toList();
    }

    private void processEnds() {
        cluster.happen(new Event.ServerProcessEnded(AT, "neo4j (process 4711)"));
    }

    @Test
    void a_target_that_refuses_connections_for_ten_seconds_is_lost_and_the_phase_ends_with_its_last_answer() {
        run(MEASURE, "{kind: measure, name: second, duration: 9s, clients: 4}");
        work(9);
        long lastAnswerNs = cluster.reports(true).getLast().figures().window().lastCompletionNs();
        die(REFUSED);
        work(13);
        assertThat(over()).isFalse();
        work(5);
        RunEnd end = cluster.runEnd();
        assertThat(end.state()).isEqualTo(RunEnd.STOPPED);
        assertThat(end.exitCode()).isEqualTo(ExitCode.FAULT.code());
        assertThat(end.validity()).isNull();
        assertThat(end.thresholds()).isNull();
        assertThat(end.message())
                .matches(
                        "target lost at (8|9)\\.\\d s of phase measure: 127.0.0.1:7687: Connection refused; see the server's log");
        assertThat(cluster.phaseEnd().state()).isEqualTo("stopped");
        assertThat(cluster.phaseEnd().endNs()).isEqualTo(lastAnswerNs + 1);
        assertThat(checks())
                .filteredOn(row -> row.kind().equals("finding") || row.kind().equals("warning"))
                .extracting(CheckRow::kind, CheckRow::name)
                .containsExactly(tuple("warning", "target lost"), tuple("finding", "bottleneck"));
        assertThat(checks()).noneMatch(row -> row.kind().equals("threshold"));
    }

    @Test
    void a_target_whose_process_has_ended_is_tried_at_once_and_lost_after_ten_seconds() {
        run(MEASURE);
        work(9);
        die(REFUSED);
        processEnds();
        cluster.pass(500);
        assertThat(attempts()).isEqualTo(1);
        work(8);
        assertThat(over()).isFalse();
        work(4);
        assertThat(cluster.runEnd().message())
                .contains("target lost at ", "Connection refused, and neo4j (process 4711) has ended;");
        assertThat(checks()).noneMatch(row -> row.name().equals(CheckRow.TARGET_AWAY));
    }

    @Test
    void a_server_whose_process_ends_and_that_is_started_again_is_no_loss_and_the_run_says_that_it_was_away() {
        run("{kind: measure, duration: 30s, clients: 4}");
        work(9);
        die(REFUSED);
        processEnds();
        work(4);
        cluster.workers.getFirst().outcome = "ok";
        cluster.workers.getFirst().reach = TaskResult.getDefaultInstance();
        work(25);
        assertThat(cluster.runEnd().state()).isEqualTo(RunEnd.COMPLETE);
        assertThat(checks())
                .filteredOn(row -> row.name().equals(CheckRow.TARGET_AWAY))
                .singleElement()
                .satisfies(row -> assertThat(row.observed())
                        .matches("away for [345]\\.\\d s from (8|9)\\.\\d s on; neo4j \\(process 4711\\) has ended"));
    }

    @Test
    void a_process_that_ended_while_the_target_can_be_opened_is_no_loss() {
        run(MEASURE);
        work(3);
        processEnds();
        work(30);
        assertThat(over()).isFalse();
        assertThat(attempts()).isEqualTo(1);
    }

    @Test
    void operations_of_forty_seconds_on_a_target_that_can_be_opened_are_no_loss() {
        run(MEASURE);
        for (int operation = 0; operation < 5; operation++) {
            cluster.pass(40_000);
            work(1);
        }
        assertThat(over()).isFalse();
        assertThat(attempts()).as("seldom, so that they are not disturbed").isBetween(5L, 20L);
    }

    @Test
    void errors_of_a_server_that_answers_are_no_loss() {
        run(MEASURE);
        work(3);
        cluster.workers.getFirst().outcome = "ConstraintViolation";
        work(120);
        assertThat(over()).isFalse();
    }

    @Test
    void an_idle_phase_is_no_loss() {
        run(MEASURE);
        cluster.pass(200_000);
        assertThat(over()).isFalse();
    }

    @Test
    void a_server_that_is_paused_for_five_seconds_is_no_loss() {
        run(MEASURE);
        work(5);
        die(SILENT);
        cluster.workers.getFirst().outcome = "OperationTimeout";
        work(8);
        cluster.workers.getFirst().outcome = "ok";
        cluster.workers.getFirst().reach = TaskResult.getDefaultInstance();
        work(100);
        assertThat(over()).isFalse();
    }

    @Test
    void a_server_that_accepts_connections_and_answers_none_is_lost_after_a_minute() {
        run(MEASURE);
        work(5);
        die(SILENT);
        work(60);
        assertThat(over()).isFalse();
        work(12);
        assertThat(cluster.runEnd().message()).contains("target lost at", "no answer to a new connection within 20 s");
        assertThat(cluster.runEnd().exitCode()).isEqualTo(2);
    }

    @Test
    void a_server_that_is_restarted_within_the_bound_is_no_loss() {
        run(MEASURE);
        work(5);
        die(REFUSED);
        work(11);
        cluster.workers.getFirst().outcome = "ok";
        cluster.workers.getFirst().reach = TaskResult.getDefaultInstance();
        work(60);
        assertThat(over()).isFalse();
    }

    @Test
    void one_worker_that_has_lost_its_way_to_the_target_is_no_loss() {
        cluster.expectWorkers = 2;
        cluster.worker("b");
        run(MEASURE);
        work(3);
        cluster.workers.getFirst().outcome = "ConnectionRefused";
        cluster.workers.getFirst().reach = REFUSED;
        work(60);
        assertThat(over()).isFalse();
    }

    @Test
    void attempts_take_turns_among_workers_so_that_one_without_a_way_does_not_decide() {
        cluster.expectWorkers = 2;
        cluster.worker("b");
        run(MEASURE);
        work(3);
        cluster.workers.forEach(worker -> worker.outcome = "OperationTimeout");
        cluster.workers.getFirst().reach = REFUSED;
        work(100);
        assertThat(over()).isFalse();
    }

    @Test
    void a_target_that_dies_just_before_the_end_of_the_phase_is_found_before_the_phase_is_judged() {
        run("{kind: measure, duration: 10s, clients: 4}");
        work(7);
        die(REFUSED);
        work(4);
        cluster.pass(2_000);
        assertThat(cluster.written(Action.ClosePhase.class)).as("undecided").isEmpty();
        cluster.pass(12_000);
        assertThat(cluster.runEnd().message()).contains("target lost at");
        assertThat(cluster.runEnd().exitCode()).isEqualTo(2);
    }

    @Test
    void a_phase_whose_last_operations_failed_on_a_target_that_answers_closes() {
        run("{kind: measure, duration: 10s, clients: 4}");
        work(7);
        cluster.workers.getFirst().outcome = "ConstraintViolation";
        work(4);
        cluster.pass(2_000);
        assertThat(cluster.runEnd().state()).isEqualTo(RunEnd.COMPLETE);
    }

    @Test
    void a_worker_that_never_says_how_an_attempt_went_holds_no_phase_open() {
        run("{kind: measure, duration: 10s, clients: 4}");
        work(3);
        die(REFUSED);
        cluster.workers.getFirst().answersTasks = false;
        work(8);
        cluster.pass(60_000);
        assertThat(over()).isTrue();
        assertThat(cluster.runEnd().message()).doesNotContain("lost");
    }

    @Test
    void a_cancel_is_not_held_up_by_a_doubt() {
        run(MEASURE);
        work(3);
        die(REFUSED);
        work(8);
        cluster.cancel(1);
        cluster.pass(1_000);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(ExitCode.ABORTED.code());
    }

    @Test
    void a_phase_whose_server_is_crashed_on_purpose_is_not_watched() {
        run(
                "{kind: measure, duration: 100s, clients: 4, crash: {at: 1s, how: kill}}\nserver: {name: neo4j}\nstate: fresh");
        work(3);
        die(REFUSED);
        work(60);
        assertThat(over()).isFalse();
        assertThat(attempts()).isZero();
    }

    @Test
    void a_load_whose_target_is_lost_ends_the_run_with_two_and_not_with_one() {
        run("{kind: warmup, operations: 100000, clients: 4}", MEASURE);
        work(3);
        die(REFUSED);
        processEnds(new PhaseAt(1, 1, 1, "warmup"));
        work(12);
        assertThat(cluster.runEnd().exitCode()).isEqualTo(2);
        assertThat(cluster.runEnd().message()).contains("of phase warmup");
        assertThat(checks()).noneMatch(row -> row.kind().equals("finding"));
    }

    private void processEnds(PhaseAt at) {
        cluster.happen(new Event.ServerProcessEnded(at, "neo4j (process 4711)"));
    }
}

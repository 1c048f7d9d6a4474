package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import muster.coordinator.core.event.Event;
import muster.protocol.Envelope;
import muster.protocol.Leave;
import org.junit.jupiter.api.Test;

/** A worker that sends heartbeats and gets nothing done holds up no one for ever; one that is slow is waited for. */
class StalledWorkersTest {
    /** An operation of noop may take an hour; 10 s to drain, and 60 s. */
    private static final long LIMIT_MS = TimeUnit.HOURS.toMillis(1) + 70_000;

    private static final String COUNT = TestCluster.plan("{kind: measure, operations: 100, clients: 4}");
    private static final String DURATION = TestCluster.plan("{kind: measure, duration: 9h, clients: 4}");
    private static final String GIVEN_UP = "a left: ended no operation for 3670 s";

    private final TestCluster cluster = new TestCluster();

    private FakeWorker holder(String plan) {
        cluster.leaseSize = 10;
        FakeWorker worker = cluster.worker("a");
        cluster.submit(plan);
        cluster.pass(1_000);
        assertThat(worker.started).isTrue();
        return worker;
    }

    private void pass(long ms) {
        cluster.pass(ms, 900);
    }

    private void sleep(int hours) {
        for (int i = 0; i < hours; i++) {
            cluster.sleep(TimeUnit.HOURS.toMillis(1) - 1_000);
            cluster.pass(1_000);
        }
    }

    private boolean isGivenUp() {
        return cluster.log.stream().anyMatch(line -> line.startsWith(GIVEN_UP));
    }

    @Test
    void who_holds_leases_and_ends_no_operation_is_given_up_and_others_do_them() {
        holder(COUNT);
        pass(LIMIT_MS - 10_000);
        assertThat(isGivenUp()).isFalse();
        FakeWorker other = cluster.worker("b");
        pass(20_000);
        assertThat(isGivenUp()).isTrue();
        for (int i = 0; i < 20; i++) {
            other.execute(10).report();
            cluster.pass(1_000);
        }
        assertThat(cluster.finished()).isPresent();
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    @Test
    void it_gets_no_more_work_of_the_run_and_a_run_without_another_ends() {
        FakeWorker holder = holder(COUNT);
        pass(LIMIT_MS + 10_000);
        assertThat(isGivenUp()).isTrue();
        holder.silent = true;
        FakeWorker again = cluster.worker("a");
        assertThat(again.heard(Envelope.BodyCase.REFUSED)).isEqualTo(1);
        assertThat(again.heard.getLast().getRefused().getReason())
                .startsWith("was given up (ended no operation for 3670 s")
                .endsWith("it may join once the run is over");
        again.silent = true;
        cluster.pass(62_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(2);
        assertThat(cluster.finished().orElseThrow().getMessage()).contains("no worker was left for 60 s");
    }

    @Test
    void who_ends_an_operation_now_and_then_is_waited_for() {
        FakeWorker slow = holder(COUNT);
        for (int i = 0; i < 4; i++) {
            pass(LIMIT_MS - 60_000);
            slow.execute(1).report();
        }
        assertThat(isGivenUp()).isFalse();
    }

    @Test
    void who_does_not_confirm_its_share_is_given_up_and_who_came_later_starts() {
        FakeWorker holder = holder(DURATION);
        holder.takesShares = false;
        FakeWorker late = cluster.worker("b");
        pass(LIMIT_MS - 10_000);
        assertThat(isGivenUp() || late.started).isFalse();
        pass(20_000);
        assertThat(isGivenUp()).isTrue();
        assertThat(late.started).isTrue();
    }

    @Test
    void who_wants_to_leave_and_never_drains_is_given_up() {
        FakeWorker leaver = holder(DURATION);
        FakeWorker stays = cluster.worker("b");
        cluster.pass(1_000);
        leaver.drains = false;
        leaver.send(Envelope.newBuilder().setLeave(Leave.getDefaultInstance()));
        pass(LIMIT_MS - 10_000);
        assertThat(isGivenUp()).isFalse();
        pass(20_000);
        assertThat(isGivenUp()).isTrue();
        assertThat(stays.clients).isEqualTo(4);
    }

    @Test
    void a_phase_that_ends_by_its_duration_waits_for_no_operation_before_that() {
        holder(DURATION);
        pass(2 * LIMIT_MS);
        assertThat(isGivenUp()).isFalse();
    }

    @Test
    void a_task_that_is_not_answered_for_a_day_ends_the_run_and_a_shorter_one_does_not() {
        FakeWorker worker = cluster.worker("a");
        worker.answersTasks = false;
        cluster.submit(COUNT);
        cluster.pass(1_000);
        sleep(23);
        pass(TimeUnit.MINUTES.toMillis(59));
        assertThat(cluster.finished()).isEmpty();
        pass(TimeUnit.MINUTES.toMillis(2));
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(2);
        assertThat(cluster.finished().orElseThrow().getMessage())
                .isEqualTo("a has not answered the task probe for 24 h, though it sends heartbeats; see its log");
    }

    @Test
    void who_sends_a_malformed_frame_is_fenced_with_what_is_wrong_with_it() {
        FakeWorker holder = holder(COUNT);
        cluster.happen(new Event.Malformed(holder.peer, "Snapshot.series has more than 4096 entries"));
        assertThat(cluster.log)
                .contains("a left: contradicts what it was given: a malformed frame: Snapshot.series has more than 4096"
                        + " entries");
    }
}

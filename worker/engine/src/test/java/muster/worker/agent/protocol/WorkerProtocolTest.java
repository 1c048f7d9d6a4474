package muster.worker.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Prepare;
import muster.protocol.Refused;
import muster.protocol.Resources;
import muster.protocol.Snapshot;
import muster.protocol.Welcome;
import org.junit.jupiter.api.Test;

/** What a worker sends and does, without a socket and without a clock. */
class WorkerProtocolTest {
    private static final long MS = 1_000_000;
    private static final int LEASE_TIMEOUT_MS = 500;

    private final List<WorkerAction> done = new ArrayList<>();
    private final WorkerProtocol worker =
            new WorkerProtocol(Hello.newBuilder().setName("a").build(), () -> 7);
    private long nowNs;

    private void on(WorkerEvent event) {
        done.addAll(worker.on(event, nowNs));
    }

    private void pass(long ms) {
        for (long end = nowNs + ms * MS; nowNs < end; nowNs += 20 * MS) {
            on(new WorkerEvent.Tick(Resources.getDefaultInstance()));
        }
    }

    private void join() {
        pass(20);
        welcome(1, 2, 1, false);
    }

    private void welcome(long epoch, long session, long attempt, boolean resumed) {
        on(new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(epoch)
                .setSession(session)
                .setWelcome(Welcome.newBuilder()
                        .setNonce(7)
                        .setAttempt(attempt)
                        .setResumed(resumed)
                        .setHeartbeatMs(100)
                        .setLeaseTimeoutMs(LEASE_TIMEOUT_MS))
                .build()));
    }

    private List<Envelope> sent() {
        return done.stream()
                .filter(WorkerAction.Send.class::isInstance)
                .map(action -> ((WorkerAction.Send) action).envelope())
                .toList();
    }

    private List<WorkerAction> exits() {
        return done.stream().filter(WorkerAction.Exit.class::isInstance).toList();
    }

    private long hellos() {
        return done.stream()
                .filter(action -> action instanceof WorkerAction.Send send
                        && send.envelope().hasHello())
                .count();
    }

    @Test
    void it_sends_hellos_while_the_coordinator_is_unreachable_and_keeps_running() {
        join();
        pass(10_000);
        assertThat(hellos()).isGreaterThan(5);
        assertThat(exits()).isEmpty();
    }

    @Test
    void it_exits_without_consent_when_it_is_leaving_and_the_coordinator_is_unreachable() {
        join();
        pass(200);
        on(new WorkerEvent.Leave("stop requested"));
        assertThat(exits()).as("the coordinator may answer yet").isEmpty();
        pass(2 * LEASE_TIMEOUT_MS + 100);
        assertThat(exits()).isNotEmpty().contains(new WorkerAction.Exit(""));
    }

    @Test
    void it_exits_when_it_is_leaving_and_its_session_is_refused() {
        join();
        on(new WorkerEvent.Leave("stop requested"));
        on(new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(1)
                .setSession(2)
                .setRefused(Refused.newBuilder()
                        .setReason("who?")
                        .setHelloAgain(true)
                        .setAddressedSession(1))
                .build()));
        assertThat(exits()).containsExactly(new WorkerAction.Exit(""));
    }

    @Test
    void snapshots_of_a_fenced_session_are_sent_in_its_name() {
        join();
        deliver(Envelope.newBuilder().setPrepare(Prepare.newBuilder().setAssignment(9)));
        on(new WorkerEvent.Recorded(9, Snapshot.newBuilder()));
        done.clear();
        deliver(Envelope.newBuilder()
                .setRefused(Refused.newBuilder()
                        .setReason("fenced")
                        .setHelloAgain(true)
                        .setAddressedSession(1)));
        assertThat(done).contains(new WorkerAction.CloseEngine(9, true));
        on(new WorkerEvent.Recorded(9, Snapshot.newBuilder()));
        List<Envelope> late = done.stream()
                .filter(action -> action instanceof WorkerAction.Send send
                        && send.envelope().hasSnapshot())
                .map(action -> ((WorkerAction.Send) action).envelope())
                .toList();
        assertThat(late).extracting(Envelope::getSession).containsExactly(2L, 2L);
        assertThat(late).extracting(sent -> sent.getSnapshot().getSeq()).containsExactly(1L, 2L);
    }

    private void deliver(Envelope.Builder message) {
        on(new WorkerEvent.Received(message.setEpoch(1).setSession(2).build()));
    }

    @Test
    void a_late_refusal_of_something_else_ends_nothing() {
        join();
        done.clear();
        on(new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(1)
                .setSession(9)
                .setRefused(Refused.newBuilder().setReason("who?").setHelloAgain(true))
                .build()));
        on(new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(1)
                .setRefused(Refused.newBuilder().setHelloAgain(true).setNonce(99))
                .build()));
        pass(100);
        assertThat(hellos()).isZero();
    }

    @Test
    void another_incarnation_is_sent_the_previous_session() {
        join();
        done.clear();
        nowNs += 2_000 * MS;
        on(new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(5)
                .setSession(2)
                .setRefused(Refused.newBuilder().setHelloAgain(true).setAddressedSession(1))
                .build()));
        assertThat(done).hasSize(1).first().satisfies(action -> {
            Hello hello = ((WorkerAction.Send) action).envelope().getHello();
            assertThat(hello.getPreviousSession()).isEqualTo(2);
            assertThat(hello.getPreviousEpoch()).isEqualTo(1);
        });
    }

    /** A worker received two incarnations interleaved: it went back to the dead one, and dropped what it held. */
    @Test
    void a_welcome_of_an_incarnation_that_has_died_ends_nothing() {
        join();
        deliver(Envelope.newBuilder().setPrepare(Prepare.newBuilder().setAssignment(9)));
        pass(3_000);
        long attempts = hellos();
        welcome(5, 2, attempts, true);
        done.clear();
        welcome(1, 3, attempts - 1, false);
        on(new WorkerEvent.Recorded(9, Snapshot.newBuilder()));
        assertThat(done).noneMatch(WorkerAction.CloseEngine.class::isInstance);
        assertThat(sent()).singleElement().satisfies(message -> {
            assertThat(message.getEpoch()).isEqualTo(5);
            assertThat(message.getSession()).isEqualTo(2);
        });
    }

    /** It drained between its Hello and the Welcome; the coordinator waited for what it holds until it gave up. */
    @Test
    void a_resumed_session_without_an_assignment_reports_that() {
        join();
        done.clear();
        welcome(5, 2, 2, true);
        assertThat(sent()).singleElement().satisfies(message -> {
            assertThat(message.hasSessionState()).isTrue();
            assertThat(message.getSessionState().getAssignment()).isZero();
            assertThat(message.getNumber()).isEqualTo(1);
        });
    }

    @Test
    void another_incarnation_is_sent_a_failure_that_the_one_before_may_have_missed() {
        join();
        deliver(Envelope.newBuilder().setPrepare(Prepare.newBuilder().setAssignment(9)));
        on(new WorkerEvent.Prepared(9, Map.of(), Resources.getDefaultInstance()));
        on(new WorkerEvent.Broken(9, "a fault in the worker"));
        done.clear();
        welcome(5, 2, 2, true);
        assertThat(sent()).extracting(Envelope::hasFailed).contains(true);
    }

    @Test
    void a_new_session_of_the_same_coordinator_sends_the_snapshots_of_the_one_before() {
        join();
        deliver(Envelope.newBuilder().setPrepare(Prepare.newBuilder().setAssignment(9)));
        on(new WorkerEvent.Recorded(9, Snapshot.newBuilder()));
        done.clear();
        welcome(1, 3, 2, false);
        assertThat(sent()).hasSize(2).allMatch(message -> message.getSession() == 2);
        assertThat(sent().get(0).hasSessionState()).isTrue();
        assertThat(sent().get(1).hasSnapshot()).isTrue();
    }

    @Test
    void it_exits_at_once_when_it_never_joined() {
        pass(100);
        on(new WorkerEvent.Leave("stop requested"));
        assertThat(exits()).containsExactly(new WorkerAction.Exit(""));
    }
}

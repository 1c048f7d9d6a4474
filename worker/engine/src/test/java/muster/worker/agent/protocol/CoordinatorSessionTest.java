package muster.worker.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.HeartbeatAck;
import muster.protocol.Hello;
import muster.protocol.Refused;
import muster.protocol.Resources;
import muster.protocol.Welcome;
import org.junit.jupiter.api.Test;

/** Joining, staying joined, and losing the coordinator. */
class CoordinatorSessionTest {
    private static final long MS = 1_000_000;
    private static final SessionId ID = new SessionId(1, 2);

    private final WorkerOutput output = new WorkerOutput();
    private final List<Long> nonces = new ArrayList<>(List.of(7L, 8L, 9L));
    private final CoordinatorSession session = new CoordinatorSession(
            Hello.newBuilder().setName("a").build(), nonces::removeFirst, output, new CurrentAssignment(output));
    private long nowNs;

    private List<Envelope> tick(long afterMs) {
        nowNs += afterMs * MS;
        session.tick(Resources.getDefaultInstance(), nowNs);
        return sent();
    }

    private List<Envelope> sent() {
        return output.take().stream()
                .filter(WorkerAction.Send.class::isInstance)
                .map(action -> ((WorkerAction.Send) action).envelope())
                .toList();
    }

    private boolean receive(Envelope.Builder message) {
        return session.receive(ID.address(message).build(), nowNs);
    }

    private void join() {
        tick(0);
        receive(Envelope.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setNonce(7)
                        .setAttempt(1)
                        .setHeartbeatMs(1000)
                        .setLeaseTimeoutMs(500)));
        output.take();
    }

    private void refuse(String reason, long nonce, long attempt) {
        receive(Envelope.newBuilder()
                .setRefused(Refused.newBuilder()
                        .setReason(reason)
                        .setHelloAgain(true)
                        .setNonce(nonce)
                        .setAttempt(attempt)));
    }

    @Test
    void it_sends_a_hello_a_second_until_it_is_welcome() {
        assertThat(tick(0)).singleElement().matches(Envelope::hasHello);
        assertThat(tick(500)).isEmpty();
        assertThat(tick(500))
                .singleElement()
                .satisfies(again -> assertThat(again.getHello().getAttempt()).isEqualTo(2));
        assertThat(session.trouble()).isNotEmpty();
        join();
        assertThat(session.trouble()).isEmpty();
    }

    @Test
    void a_welcome_for_another_nonce_is_ignored() {
        tick(0);
        receive(Envelope.newBuilder()
                .setWelcome(Welcome.newBuilder().setNonce(99).setAttempt(1)));
        assertThat(output.session()).isEqualTo(SessionId.NONE);
    }

    @Test
    void the_first_heartbeats_follow_each_other_quickly_to_measure_the_clock() {
        join();
        for (int i = 0; i < 8; i++) {
            assertThat(tick(20)).singleElement().matches(Envelope::hasHeartbeat);
        }
        assertThat(tick(20)).isEmpty();
        assertThat(session.tickNs()).isEqualTo(100 * MS);
    }

    @Test
    void a_heartbeat_carries_the_offset_once_an_answer_has_measured_it() {
        join();
        long sentNs = tick(20).getFirst().getHeartbeat().getWorkerSentNs();
        nowNs += 1000;
        session.heartbeatAcknowledged(
                HeartbeatAck.newBuilder()
                        .setWorkerSentNs(sentNs)
                        .setReceivedNs(sentNs + 700_500)
                        .setSentNs(sentNs + 700_500)
                        .build(),
                nowNs);
        assertThat(tick(20).getFirst().getHeartbeat().getOffsetNs()).isEqualTo(700_000);
    }

    @Test
    void a_coordinator_that_does_not_answer_for_two_lease_timeouts_is_unreachable_until_it_does() {
        join();
        tick(1001);
        assertThat(session.trouble()).isEqualTo("no answer from the coordinator");
        assertThat(receive(Envelope.newBuilder().setHeartbeatAck(HeartbeatAck.getDefaultInstance())))
                .isTrue();
        assertThat(session.trouble()).isEmpty();
    }

    @Test
    void a_refusal_is_logged_once_for_each_reason_and_asks_for_a_new_session() {
        tick(0);
        refuse("full", 7, 1);
        assertThat(output.take()).containsExactly(new WorkerAction.Log("refused: full"));
        assertThat(session.trouble()).isEqualTo("refused: full");
        assertThat(tick(1000).getFirst().getHello().getNonce()).isEqualTo(8);
        refuse("full", 8, 2);
        assertThat(output.take()).isEmpty();
    }

    @Test
    void a_refusal_that_invites_no_hello_ends_the_worker() {
        tick(0);
        receive(Envelope.newBuilder().setRefused(Refused.newBuilder().setReason("no more")));
        assertThat(output.take())
                .containsExactly(new WorkerAction.Exit("the coordinator refused this worker: no more"));
    }

    @Test
    void messages_of_another_session_are_not_acted_on() {
        join();
        Envelope other = new SessionId(1, 3)
                .address(Envelope.newBuilder().setHeartbeatAck(HeartbeatAck.getDefaultInstance()))
                .build();
        assertThat(session.receive(other, nowNs)).isFalse();
    }

    @Test
    void it_waits_for_the_coordinators_consent_to_leave() {
        join();
        session.leave("run finished");
        assertThat(sent()).singleElement().matches(Envelope::hasLeave);
        nowNs += 1001 * MS;
        session.tick(Resources.getDefaultInstance(), nowNs);
        assertThat(output.take()).contains(new WorkerAction.Exit(""));
    }
}

package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.protocol.Credit;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Leave;
import muster.protocol.ResourceSample;
import muster.protocol.Status;
import muster.protocol.StatusRequest;
import org.junit.jupiter.api.Test;

/** One observer and a coordinator, without a socket and without a clock. */
class ObserverSessionsTest {
    private static final Peer OBSERVER = new Peer("o");
    private static final long EPOCH = 77;

    private final Coordinator coordinator = new Coordinator(CoordinatorSettings.of(EPOCH, "test", "memory"));
    private long nowNs = 1_000_000_000_000L;
    private long session;

    private List<Action> on(Envelope.Builder envelope) {
        Envelope sent = envelope.setEpoch(EPOCH).setSession(session).build();
        return coordinator.on(new Event.Received(OBSERVER, sent), nowNs);
    }

    private Envelope answer(Envelope.Builder envelope) {
        return on(envelope).stream()
                .filter(action -> action instanceof Action.Send)
                .map(action -> ((Action.Send) action).envelope())
                .findFirst()
                .orElseThrow();
    }

    private void join() {
        Envelope welcome = answer(Envelope.newBuilder()
                .setHello(Hello.newBuilder().setName("db1").setHost("h").setRole("observer")));
        assertThat(welcome.hasWelcome()).isTrue();
        session = welcome.getSession();
    }

    private static Envelope.Builder sample() {
        return Envelope.newBuilder()
                .setResourceSample(ResourceSample.newBuilder().setServer("neo4j (process 7)"));
    }

    private Status status() {
        return on(Envelope.newBuilder().setStatusRequest(StatusRequest.getDefaultInstance())).stream()
                .filter(action -> action instanceof Action.Answer)
                .map(action -> ((Action.Answer) action).status())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_observer_is_no_worker_and_its_samples_are_passed_on() {
        join();
        assertThat(status().getWorkersCount()).isZero();
        assertThat(status().getObservers(0).getName()).isEqualTo("db1");
        assertThat(on(sample())).singleElement().isInstanceOfSatisfying(Action.Observe.class, observe -> {
            assertThat(observe.observer() + " " + observe.host()).isEqualTo("db1 h");
            assertThat(observe.sample().getServer()).isEqualTo("neo4j (process 7)");
        });
        assertThat(answer(Envelope.newBuilder()
                                .setHeartbeat(Heartbeat.newBuilder().setWorkerSentNs(5)))
                        .getHeartbeatAck()
                        .getWorkerSentNs())
                .isEqualTo(5);
    }

    @Test
    void one_that_is_silent_or_leaves_is_gone_and_its_samples_are_refused() {
        join();
        nowNs += 10_000_000_000L;
        // It slept, and gives everybody a while; then it is sure.
        coordinator.on(new Event.Tick(), nowNs);
        for (int tick = 0; tick < 30; tick++) {
            nowNs += 100_000_000;
            coordinator.on(new Event.Tick(), nowNs);
        }
        assertThat(status().getObserversCount()).isZero();
        assertThat(answer(sample()).getRefused().getReason()).contains("join again");
        session = 0;
        join();
        assertThat(answer(Envelope.newBuilder().setLeave(Leave.newBuilder().setReason("x")))
                        .hasLeave())
                .isTrue();
        assertThat(status().getObserversCount()).isZero();
    }

    @Test
    void what_only_a_worker_may_say_is_ignored() {
        join();
        assertThat(on(Envelope.newBuilder().setCredit(Credit.getDefaultInstance())))
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Log.class, line -> assertThat(line.line()).contains("ignoring unexpected message"));
    }
}

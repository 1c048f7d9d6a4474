package muster.coordinator.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import muster.coordinator.core.bounds.MessageBounds;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.SilencePatience;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Leave;
import muster.protocol.ResourceSample;

/** Observers join, and stay joined, as workers do; they get no work and no run waits for them. */
final class ObserverSessions {
    private static final String ROLE = "observer";

    private final WorkerRegistry sessions;
    private final Outbox outbox;
    private final Consumer<String> processEnded;
    /** Sessions whose last sample had a process of the server. */
    private final Set<Long> withProcess = new HashSet<>();

    /** @param processEnded takes the name of a server whose process was seen, and has ended */
    ObserverSessions(
            CoordinatorSettings settings, UniqueNumbers numbers, Outbox outbox, Consumer<String> processEnded) {
        this.processEnded = processEnded;
        this.sessions = new WorkerRegistry(settings, numbers, outbox, new NeverReturning());
        this.outbox = outbox;
    }

    /** A session of an observer ends with its coordinator: there is nothing that it could hold. */
    private static final class NeverReturning implements WorkerRegistry.Returning {
        @Override
        public void incarnationSeen(long epoch, long nowNs) {}

        @Override
        public boolean isResumed(Hello hello) {
            return false;
        }
    }

    static boolean isObserver(Hello hello) {
        return hello.getRole().equals(ROLE);
    }

    void hello(Peer peer, Hello hello, long nowNs) {
        sessions.hello(peer, hello, nowNs);
    }

    /** Whether the message is of an observer that is here; then it was acted on. */
    boolean received(Peer peer, Envelope envelope, long nowNs) {
        WorkerSession observer = sessions.sender(envelope);
        if (observer == null || observer.gone()) {
            return false;
        }
        observer.heard(peer, nowNs);
        if (observer.receive(envelope, nowNs)) {
            String wrong = MessageBounds.wrong(observer, envelope, nowNs);
            if (wrong == null) {
                act(observer, envelope, nowNs);
            } else {
                end(observer, "contradicts what can be observed: " + wrong);
            }
        }
        return true;
    }

    private void act(WorkerSession observer, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT -> sessions.heartbeat(observer, envelope.getHeartbeat(), nowNs);
            case RESOURCE_SAMPLE -> sample(observer, envelope.getResourceSample());
            case LEAVE -> {
                outbox.send(observer, Envelope.newBuilder().setLeave(Leave.getDefaultInstance()));
                end(observer, envelope.getLeave().getReason());
            }
            default ->
                outbox.log(
                        "ignoring unexpected message of observer " + observer.name() + ": " + envelope.getBodyCase());
        }
    }

    private void sample(WorkerSession observer, ResourceSample sample) {
        outbox.add(new Action.Observe(observer.name(), observer.hello.getHost(), sample));
        if (sample.getProcessCount() > 0) {
            withProcess.add(observer.session);
        } else if (withProcess.remove(observer.session)) {
            processEnded.accept(sample.getServer() + " on " + observer.hello.getHost());
        }
    }

    private void end(WorkerSession observer, String reason) {
        observer.end();
        withProcess.remove(observer.session);
        outbox.log("observer " + observer.name() + " left (" + reason + ")");
        sessions.forgetGone();
    }

    void tick(long nowNs, SilencePatience patience) {
        sessions.silent(nowNs, patience, true)
                .forEach(
                        observer -> end(observer, "silent for " + (nowNs - observer.lastSeenNs()) / 1_000_000 + " ms"));
        sessions.repeat(nowNs);
    }

    List<WorkerSession> present() {
        return sessions.present();
    }
}

package muster.coordinator.core.membership;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.HeartbeatAck;
import muster.protocol.Hello;
import muster.protocol.Refused;
import muster.protocol.Welcome;
import org.jspecify.annotations.Nullable;

/** The sessions of workers: who is here, since when, and what is said to them about that. */
public final class WorkerRegistry {
    private static final int IDLE_TIMEOUTS = 4;
    /** Twice as many as connections; those that have left a phase that is running are among them. */
    private static final int MAX_SESSIONS = 16_384;

    private static final int MAX_BARRED = 10_000;

    private final CoordinatorSettings settings;
    private final Outbox outbox;
    private final Map<Long, WorkerSession> workers = new LinkedHashMap<>();
    /** Names of workers that contradicted what they were given, or got nothing done, with the reason. */
    private final Map<String, String> barred = new LinkedHashMap<>();

    private final UniqueNumbers numbers;
    private final Returning returning;

    public WorkerRegistry(CoordinatorSettings settings, UniqueNumbers numbers, Outbox outbox, Returning returning) {
        this.settings = settings;
        this.numbers = numbers;
        this.outbox = outbox;
        this.returning = returning;
    }

    /** Knows which sessions of an earlier incarnation go on. */
    public interface Returning {
        /** A worker that knew this incarnation is here. */
        void incarnationSeen(long epoch, long nowNs);

        /** Whether its session goes on; asking changes nothing. */
        boolean isResumed(Hello hello);
    }

    /** A worker of this name was given up for this reason: it gets no work until the run is over. */
    public void bar(String name, String reason) {
        barred.put(name, reason);
        if (barred.size() > MAX_BARRED) {
            barred.remove(barred.keySet().iterator().next());
        }
    }

    /** The run is over: all may join the next. */
    public void unbar() {
        barred.clear();
    }

    /** Why nobody may join so; null if the worker may. */
    private @Nullable String obstacle(Hello hello) {
        String reason = barred.get(hello.getName());
        if (reason != null) {
            return "was given up (" + reason + "); it may join once the run is over";
        }
        return workers.size() < MAX_SESSIONS
                ? null
                : "the coordinator has " + MAX_SESSIONS + " sessions; try again later";
    }

    /** It may not join, or not now. */
    public void refuse(Peer peer, Hello hello, String reason) {
        Envelope.Builder refusal = refusal(reason, hello.getNonce());
        refusal.getRefusedBuilder().setAttempt(hello.getAttempt());
        outbox.send(peer, refusal);
    }

    public void hello(Peer peer, Hello hello, long nowNs) {
        WorkerSession namesake = present().stream()
                .filter(worker -> worker.name().equals(hello.getName()))
                .findFirst()
                .orElse(null);
        String obstacle = namesake == null ? obstacle(hello) : null;
        if (obstacle != null) {
            refuse(peer, hello, obstacle);
        } else if (namesake == null) {
            join(peer, hello, nowNs);
        } else if (namesake.hello.getNonce() == hello.getNonce()) {
            namesake.movedTo(peer);
            welcome(namesake, hello.getAttempt());
        } else {
            refuse(peer, hello, "another peer is named " + hello.getName() + "; trying again until it is gone");
        }
    }

    private void join(Peer peer, Hello hello, long nowNs) {
        returning.incarnationSeen(hello.getPreviousEpoch(), nowNs);
        boolean resumed = !workers.containsKey(hello.getPreviousSession()) && returning.isResumed(hello);
        long session = resumed ? hello.getPreviousSession() : numbers.nextSession();
        WorkerSession worker = new WorkerSession(session, hello, peer, resumed, nowNs);
        workers.put(session, worker);
        welcome(worker, hello.getAttempt());
        outbox.log(role(hello) + hello.getName() + " joined (" + hello.getLanguage() + ", " + hello.getHost() + ", "
                + hello.getCores() + " cores)");
    }

    private static String role(Hello hello) {
        return hello.getRole().isEmpty() ? "" : hello.getRole() + " ";
    }

    private void welcome(WorkerSession worker, long attempt) {
        outbox.sendUnreliable(
                worker,
                Envelope.newBuilder()
                        .setWelcome(Welcome.newBuilder()
                                .setNonce(worker.hello.getNonce())
                                .setAttempt(attempt)
                                .setResumed(worker.resumed())
                                .setHeartbeatMs(settings.heartbeatMs())
                                .setLeaseTimeoutMs(settings.leaseTimeoutMs())));
    }

    /** Whoever sent this has no session, or not any more. */
    public void refuse(Peer peer, Envelope message, String reason) {
        Envelope.Builder refusal = refusal(reason, 0).setSession(message.getSession());
        refusal.getRefusedBuilder().setAddressedSession(message.getEpoch());
        outbox.send(peer, refusal);
    }

    /** Its session is over. */
    public void refuse(WorkerSession worker, String reason) {
        Envelope.Builder refusal = refusal(reason, 0).setSession(worker.session);
        refusal.getRefusedBuilder().setAddressedSession(settings.epoch());
        outbox.send(worker.peer(), refusal);
    }

    private static Envelope.Builder refusal(String reason, long nonce) {
        return Envelope.newBuilder()
                .setRefused(Refused.newBuilder()
                        .setReason(reason)
                        .setHelloAgain(true)
                        .setNonce(nonce));
    }

    /** The session that a message of this incarnation belongs to; null if it is not one of ours. */
    @Nullable
    public WorkerSession sender(Envelope envelope) {
        return envelope.getEpoch() == settings.epoch() ? find(envelope.getSession()) : null;
    }

    @Nullable
    public WorkerSession find(long session) {
        return workers.get(session);
    }

    public void heartbeat(WorkerSession worker, Heartbeat heartbeat, long nowNs) {
        worker.heard(heartbeat, nowNs);
        outbox.sendUnreliable(
                worker,
                Envelope.newBuilder()
                        .setHeartbeatAck(HeartbeatAck.newBuilder()
                                .setSeq(heartbeat.getSeq())
                                .setWorkerSentNs(heartbeat.getWorkerSentNs())
                                .setReceivedNs(nowNs)
                                .setSentNs(nowNs)));
    }

    /** Who does not confirm what was sent to it, of which too much would have to be kept. */
    public List<WorkerSession> unconfirming() {
        return workers.values().stream()
                .filter(worker -> !worker.gone() && !worker.confirms())
                .toList();
    }

    public List<WorkerSession> present() {
        return workers.values().stream().filter(worker -> !worker.gone()).toList();
    }

    /** Who may be given work. */
    public List<WorkerSession> idle() {
        return workers.values().stream()
                .filter(worker -> !worker.gone() && !worker.leaving())
                .toList();
    }

    /**
     * Who has not been heard of for longer than a session lasts.
     *
     * @param works whether they have work that others could do; if not, they may have been started just now, on a busy machine
     */
    public List<WorkerSession> silent(long nowNs, SilencePatience patience, boolean works) {
        long timeoutNs = settings.leaseTimeoutMs() * 1_000_000L * (works ? 1 : IDLE_TIMEOUTS) + patience.ns();
        return workers.values().stream()
                .filter(worker ->
                        !worker.gone() && nowNs - Math.max(worker.lastSeenNs(), patience.wokeNs()) > timeoutNs)
                .toList();
    }

    /** Says again what was lost on the way. */
    public void repeat(long nowNs) {
        present()
                .forEach(worker ->
                        worker.overdue(nowNs).forEach(message -> outbox.add(new Action.Send(worker.peer(), message))));
    }

    /** Those that are gone are of no use any more: no phase waits for what they still send. */
    public void forgetGone() {
        workers.values().removeIf(worker -> worker.gone());
    }
}

package muster.coordinator;

import java.util.List;
import java.util.Map;
import muster.protocol.Conversation;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.protocol.WorkerStatus;
import org.jspecify.annotations.Nullable;

/** One session of one worker. */
final class WorkerState {
    private static final long CPU_OVER_NS = 500_000_000;

    final long session;
    final Hello hello;
    final long joinedNs;
    Peer peer;
    long lastSeenNs;
    long offsetNs;
    long offsetErrorNs = Long.MAX_VALUE;
    Resources resources = Resources.getDefaultInstance();
    private long cpuNs;
    private long cpuAtNs;
    private double cpuCores;
    boolean leaving;
    /** Whether an earlier incarnation granted the session. */
    boolean goesOn;
    /** Fenced: its lease time has run out, or it said goodbye. What it still reports is quarantined. */
    boolean gone;
    /** Null if this worker does not number its messages. */
    private final @Nullable Conversation conversation;
    /** What the target told this worker of itself. */
    Map<String, String> target = Map.of();

    WorkerState(long session, Hello hello, Peer peer, long nowNs) {
        this.session = session;
        this.hello = hello;
        this.peer = peer;
        this.joinedNs = nowNs;
        this.lastSeenNs = nowNs;
        this.conversation = hello.getNumbered() ? new Conversation() : null;
    }

    /** A message to it that must not be lost. */
    Envelope say(Envelope.Builder message) {
        return conversation == null ? message.build() : conversation.say(message);
    }

    /** A message to it that may be lost, because another one like it follows. */
    Envelope mention(Envelope.Builder message) {
        return conversation == null ? message.build() : conversation.mention(message);
    }

    /** Whether to act on what it says: not if that was heard before, or comes too early. */
    boolean hears(Envelope message, long nowNs) {
        return conversation == null || conversation.hear(message, nowNs);
    }

    List<Envelope> overdue(long nowNs) {
        return conversation == null ? List.of() : conversation.overdue(nowNs);
    }

    String name() {
        return hello.getName();
    }

    void heard(Heartbeat heartbeat, long nowNs) {
        cpu(heartbeat.getResources().getCpuNs(), nowNs);
        resources = heartbeat.getResources();
        if (heartbeat.getOffsetErrorNs() > 0) {
            offsetNs = heartbeat.getOffsetNs();
            offsetErrorNs = heartbeat.getOffsetErrorNs();
        }
    }

    /** Over at least half a second, as the system counts processor time in steps of up to 10 ms. */
    private void cpu(long usedNs, long nowNs) {
        if (nowNs - cpuAtNs >= CPU_OVER_NS) {
            cpuCores = cpuAtNs == 0 ? 0 : Math.max(0, usedNs - cpuNs) / (double) (nowNs - cpuAtNs);
            cpuNs = usedNs;
            cpuAtNs = nowNs;
        }
    }

    /** As people are told. */
    WorkerStatus status(boolean working, long nowNs) {
        return WorkerStatus.newBuilder()
                .setName(name())
                .setLanguage(hello.getLanguage())
                .setHost(hello.getHost())
                .setState(leaving ? "leaving" : working ? "working" : "idle")
                .setClients(resources.getClientsRunning())
                .setOffsetNs(offsetNs)
                .setOffsetErrorNs(offsetErrorNs == Long.MAX_VALUE ? 0 : offsetErrorNs)
                .setLastSeenMs((nowNs - lastSeenNs) / 1_000_000)
                .setCpuCores(cpuCores)
                .setScheduleLagMaxNs(resources.getScheduleLagMaxNs())
                .build();
    }

    /** Round trip that the offset came from; 0 if none is known yet. */
    long roundTripNs() {
        return offsetErrorNs == Long.MAX_VALUE ? 0 : 2 * offsetErrorNs;
    }
}

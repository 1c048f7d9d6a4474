package muster.coordinator.core.membership;

import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.protocol.WorkerStatus;
import muster.protocol.session.ReliableChannel;
import org.jspecify.annotations.Nullable;

/** One session of one worker. */
public final class WorkerSession {
    private static final long CPU_OVER_NS = 500_000_000;

    public final long session;
    public final Hello hello;
    final long joinedNs;
    public Peer peer;
    public long lastSeenNs;
    long offsetNs;
    long offsetErrorNs = Long.MAX_VALUE;
    public Resources resources = Resources.getDefaultInstance();
    private long cpuNs;
    private long cpuAtNs;
    private double cpuCores;
    public boolean leaving;
    /** Whether an earlier incarnation granted the session. */
    public boolean resumed;
    /** Fenced: its lease time has run out, or it said goodbye. What it still reports is quarantined. */
    public boolean gone;
    /** Null if this worker does not number its messages. */
    private final @Nullable ReliableChannel channel;
    /** What the target told this worker of itself. */
    public Map<String, String> target = Map.of();

    public WorkerSession(long session, Hello hello, Peer peer, long nowNs) {
        this.session = session;
        this.hello = hello;
        this.peer = peer;
        this.joinedNs = nowNs;
        this.lastSeenNs = nowNs;
        this.channel = hello.getNumbered() ? new ReliableChannel() : null;
    }

    /** A message to it that must not be lost. */
    Envelope send(Envelope.Builder message) {
        return channel == null ? message.build() : channel.send(message);
    }

    /** A message to it that may be lost, because another one like it follows. */
    Envelope sendUnreliable(Envelope.Builder message) {
        return channel == null ? message.build() : channel.sendUnreliable(message);
    }

    /** Whether to act on what it says: not if that was heard before, or comes too early. */
    public boolean receive(Envelope message, long nowNs) {
        return channel == null || channel.receive(message, nowNs);
    }

    List<Envelope> overdue(long nowNs) {
        return channel == null ? List.of() : channel.overdue(nowNs);
    }

    public String name() {
        return hello.getName();
    }

    /** The oracle and the data of plans are in Java workers only. */
    public boolean isPython() {
        return hello.getLanguage().equals("python");
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
    public WorkerStatus status(boolean working, long nowNs) {
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

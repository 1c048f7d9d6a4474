package muster.coordinator.core.membership;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Peer;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.protocol.WorkerStatus;
import muster.protocol.session.ReliableChannel;
import org.jspecify.annotations.Nullable;

/** One session of one worker. */
public final class WorkerSession {
    private static final long CPU_OVER_NS = 500_000_000;
    /** More than can be on their way at once. */
    private static final int MAX_GIVEN = 256;
    /** A worker that reads confirms with each heartbeat; four of the largest messages. */
    private static final long MAX_UNCONFIRMED_BYTES = 4L * Frame.MAX_BYTES;

    public final long session;
    public final Hello hello;
    private Peer peer;
    private long lastSeenNs;
    private long offsetNs;
    private long offsetErrorNs = Long.MAX_VALUE;
    private Resources resources = Resources.getDefaultInstance();
    private long cpuNs;
    private long cpuAtNs;
    private double cpuCores;
    private boolean leaving;
    private final boolean resumed;
    private boolean gone;
    /** Phases that it was given lately: what it says of others is made up. */
    private final Set<Long> given = new LinkedHashSet<>();
    /** Null if this worker does not number its messages. */
    private final @Nullable ReliableChannel channel;

    private Map<String, String> target = Map.of();

    public WorkerSession(long session, Hello hello, Peer peer, long nowNs) {
        this(session, hello, peer, false, nowNs);
    }

    /** @param resumed whether an earlier incarnation granted the session */
    WorkerSession(long session, Hello hello, Peer peer, boolean resumed, long nowNs) {
        this.session = session;
        this.hello = hello;
        this.peer = peer;
        this.resumed = resumed;
        this.lastSeenNs = nowNs;
        this.channel = hello.getNumbered() ? new ReliableChannel() : null;
    }

    /** A message of it came from this peer. */
    public void heard(Peer from, long nowNs) {
        peer = from;
        lastSeenNs = nowNs;
    }

    /** It connected again. */
    void movedTo(Peer other) {
        peer = other;
    }

    /** It wants to go, and drains first. */
    public void leave() {
        leaving = true;
    }

    /** It is over: its lease time has run out, or it said goodbye. What it still reports is quarantined. */
    public void end() {
        gone = true;
    }

    /** What its process has used by now. */
    public void used(Resources now) {
        resources = now;
    }

    /** What the target told this worker of itself. */
    public void connectedTo(Map<String, String> facts) {
        target = facts;
    }

    public Peer peer() {
        return peer;
    }

    public long lastSeenNs() {
        return lastSeenNs;
    }

    public boolean leaving() {
        return leaving;
    }

    /** Whether an earlier incarnation granted the session. */
    public boolean resumed() {
        return resumed;
    }

    /** Whether it is over. */
    public boolean gone() {
        return gone;
    }

    /** What the target told this worker of itself. */
    public Map<String, String> target() {
        return target;
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

    /** It takes part in this phase from now on. */
    public void give(long assignment) {
        given.add(assignment);
        if (given.size() > MAX_GIVEN) {
            given.remove(given.iterator().next());
        }
    }

    /** Whether it may speak of this phase. What an earlier incarnation gave a session is not known any more. */
    public boolean had(long assignment) {
        return resumed || given.contains(assignment);
    }

    /** Whether its messages arrive once and in order. */
    public boolean inOrder() {
        return channel != null && !resumed;
    }

    /** Whether it confirms what is sent to it, so that not all of it must be kept. */
    boolean confirms() {
        return channel == null || channel.unconfirmedBytes() <= MAX_UNCONFIRMED_BYTES;
    }

    /** Whether a heartbeat has said what its clock is. */
    public boolean clockKnown() {
        return offsetErrorNs != Long.MAX_VALUE;
    }

    /** The coordinator's clock less its own. */
    public long offsetNs() {
        return offsetNs;
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
}

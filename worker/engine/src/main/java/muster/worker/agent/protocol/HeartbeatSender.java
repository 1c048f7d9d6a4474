package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.HeartbeatAck;
import muster.protocol.Resources;
import muster.protocol.session.ClockSync;

/** Sends heartbeats: the first few in quick succession, because their answers measure the clock offset. */
final class HeartbeatSender {
    private static final int FIRST_EXCHANGES = 8;
    private static final int QUICKER = 50;

    private final ClockSync clock = new ClockSync();
    private long intervalNs = 1_000_000_000L;
    private long lastSentNs;
    private long sent;

    /** A new session begins: another coordinator has another clock. */
    void restart(long newIntervalNs) {
        intervalNs = newIntervalNs;
        clock.forget();
        sent = 0;
    }

    /** Whether a heartbeat was due, and sent. */
    boolean sendIfDue(WorkerOutput output, Resources used, long nowNs) {
        boolean due = nowNs - lastSentNs >= (settled() ? intervalNs : intervalNs / QUICKER);
        if (due) {
            lastSentNs = nowNs;
            output.sendUnreliable(Envelope.newBuilder().setHeartbeat(next(used, nowNs)));
        }
        return due;
    }

    private Heartbeat.Builder next(Resources used, long nowNs) {
        Heartbeat.Builder heartbeat =
                Heartbeat.newBuilder().setSeq(++sent).setWorkerSentNs(nowNs).setResources(used);
        if (clock.known()) {
            heartbeat.setOffsetNs(clock.offsetNs()).setOffsetErrorNs(clock.errorNs());
        }
        return heartbeat;
    }

    void acknowledged(HeartbeatAck ack, long nowNs) {
        clock.exchanged(ack, nowNs);
    }

    /** Whether the first exchanges are over. */
    boolean settled() {
        return sent >= FIRST_EXCHANGES;
    }

    /** Whether the offset is precise enough for a phase. */
    boolean clockKnown() {
        return clock.known() && settled();
    }

    /** Only while the clock is known. */
    ClockOffset offset() {
        return new ClockOffset(clock.offsetNs(), clock.errorNs());
    }

    long intervalNs() {
        return intervalNs;
    }
}

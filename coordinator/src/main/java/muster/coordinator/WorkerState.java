package muster.coordinator;

import java.util.Map;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Resources;

/** One session of one worker. */
final class WorkerState {
    final long session;
    final Hello hello;
    final long joinedNs;
    Peer peer;
    long lastSeenNs;
    long offsetNs;
    long offsetErrorNs = Long.MAX_VALUE;
    Resources resources = Resources.getDefaultInstance();
    boolean leaving;
    /** Fenced: its lease time has run out, or it said goodbye. What it still reports is quarantined. */
    boolean gone;
    /** What the target told this worker of itself. */
    Map<String, String> target = Map.of();

    WorkerState(long session, Hello hello, Peer peer, long nowNs) {
        this.session = session;
        this.hello = hello;
        this.peer = peer;
        this.joinedNs = nowNs;
        this.lastSeenNs = nowNs;
    }

    String name() {
        return hello.getName();
    }

    void heard(Heartbeat heartbeat) {
        resources = heartbeat.getResources();
        if (heartbeat.getOffsetErrorNs() > 0) {
            offsetNs = heartbeat.getOffsetNs();
            offsetErrorNs = heartbeat.getOffsetErrorNs();
        }
    }

    /** Round trip that the offset came from; 0 if none is known yet. */
    long roundTripNs() {
        return offsetErrorNs == Long.MAX_VALUE ? 0 : 2 * offsetErrorNs;
    }
}

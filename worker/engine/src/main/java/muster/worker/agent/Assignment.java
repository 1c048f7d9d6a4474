package muster.worker.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.Snapshot;

/** What this worker knows of its part in one phase. */
final class Assignment {
    final long id;
    final Prepare prepare;
    boolean engineAsked;
    boolean prepared;
    boolean leased;
    boolean readySent;
    boolean drainAsked;
    boolean engineDrained;
    boolean drainedSent;
    long offsetNs;
    long offsetErrorNs;
    long nextSeq = 1;
    long creditTotal;
    double ratePerS;
    /** Sent, and not acknowledged yet, the oldest first. */
    final Deque<Snapshot> unacknowledged = new ArrayDeque<>();

    Map<String, String> target = Map.of();
    Resources resources = Resources.getDefaultInstance();

    Assignment(Prepare prepare) {
        this.id = prepare.getAssignment();
        this.prepare = prepare;
    }

    boolean over() {
        return drainedSent && unacknowledged.isEmpty();
    }
}

package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;

/**
 * Of a session that was fenced: what it still has to report. The coordinator keeps it, marked, and never counts it, so it
 * is said once, in the name of that session.
 */
final class FencedSnapshots {
    final long assignment;
    private final long epoch;
    private final long session;
    private long nextSeq;

    FencedSnapshots(Assignment fenced, long epoch, long session) {
        this.assignment = fenced.id;
        this.epoch = epoch;
        this.session = session;
        this.nextSeq = fenced.nextSeq;
    }

    Snapshot number(Snapshot.Builder snapshot) {
        return snapshot.setAssignment(assignment).setSeq(nextSeq++).build();
    }

    Envelope envelope(Snapshot snapshot) {
        return inItsName(Envelope.newBuilder().setSnapshot(snapshot));
    }

    /** An incarnation that fenced the session before it heard this knows by it which indexes the snapshots cover. */
    Envelope envelope(SessionState holding) {
        return inItsName(Envelope.newBuilder().setSessionState(holding));
    }

    private Envelope inItsName(Envelope.Builder envelope) {
        return envelope.setEpoch(epoch).setSession(session).build();
    }

    static long operations(Snapshot snapshot) {
        return snapshot.getCoverageList().stream().mapToLong(Assignment::count).sum();
    }
}

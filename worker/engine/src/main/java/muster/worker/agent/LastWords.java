package muster.worker.agent;

import muster.protocol.Envelope;
import muster.protocol.Snapshot;

/**
 * Of a session that was fenced: what it still has to report. The coordinator keeps it, marked, and never counts it, so it
 * is said once, in the name of that session.
 */
final class LastWords {
    final long assignment;
    private final long epoch;
    private final long session;
    private long nextSeq;

    LastWords(Assignment fenced, long epoch, long session) {
        this.assignment = fenced.id;
        this.epoch = epoch;
        this.session = session;
        this.nextSeq = fenced.nextSeq;
    }

    Snapshot number(Snapshot.Builder snapshot) {
        return snapshot.setAssignment(assignment).setSeq(nextSeq++).build();
    }

    Envelope envelope(Snapshot snapshot) {
        return Envelope.newBuilder()
                .setEpoch(epoch)
                .setSession(session)
                .setSnapshot(snapshot)
                .build();
    }

    static long operations(Snapshot snapshot) {
        return snapshot.getCoverageList().stream().mapToLong(Assignment::count).sum();
    }
}

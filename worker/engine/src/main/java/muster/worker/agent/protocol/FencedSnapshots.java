package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.Snapshot;

/**
 * The snapshots of a session that was fenced. The coordinator stores them as quarantined and never counts them, so each
 * is sent once, in the name of that session.
 */
final class FencedSnapshots {
    final long assignment;
    private final SessionId session;
    private final WorkerOutput output;
    private long nextSeq;

    FencedSnapshots(AssignmentMachine fenced, SessionId session, WorkerOutput output) {
        this.assignment = fenced.id;
        this.session = session;
        this.output = output;
        this.nextSeq = fenced.unacknowledged().nextSeq();
    }

    /** An incarnation that fenced the session unheard learns from the leases which indexes the snapshots cover. */
    void send(AssignmentMachine fenced) {
        output.sendDirect(session.address(Envelope.newBuilder().setSessionState(fenced.holding()))
                .build());
        fenced.unacknowledged().all().forEach(this::send);
    }

    /** What the engine reported when it was closed. */
    void recorded(Snapshot.Builder recorded) {
        send(recorded.setAssignment(assignment).setSeq(nextSeq++).build());
    }

    private void send(Snapshot snapshot) {
        output.log("sending snapshot " + snapshot.getSeq() + " (" + operations(snapshot)
                + " operations) after the session expired; it may be quarantined");
        output.sendDirect(
                session.address(Envelope.newBuilder().setSnapshot(snapshot)).build());
    }

    private static long operations(Snapshot snapshot) {
        return snapshot.getCoverageList().stream()
                .mapToLong(HeldLeases::positions)
                .sum();
    }
}

package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Drained;
import muster.store.file.row.IndexRange;

/**
 * Sessions that leave a phase. What they held and did not report is lost; it is granted again, and their clients are
 * given to others, once that is durable. Had another incarnation to believe what a session held whose indexes this one
 * has granted again, both would count.
 */
final class Departures {
    private final PhaseContext phase;
    private final StartBarrier barrier;
    /** Sessions that have left, which a coordinator that came now would not know. */
    private int departing;

    Departures(PhaseContext phase, StartBarrier barrier) {
        this.phase = phase;
        this.barrier = barrier;
    }

    /** The worker left: its leases are void. */
    void fence(WorkerSession worker, String reason, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member == null || member.leftNs > 0) {
            return;
        }
        member.leftReason = RestartRecovery.LOST + reason;
        phase.acceptor().quarantined().fence(member, left(member, nowNs));
        barrier.rebalance(nowNs);
        barrier.startIfAllReady(nowNs);
        phase.issuer().serveAll(nowNs);
    }

    void drained(WorkerSession worker, Drained drained, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member != null && !member.drained) {
            member.drained = true;
            member.lastSeq = drained.getLastSeq();
            var unused = left(member, nowNs);
            barrier.rebalance(nowNs);
            barrier.startIfAllReady(nowNs);
        }
    }

    /** What it has neither reported nor given back is lost; returns these leases as they were. */
    private List<Grant> left(PhaseMember member, long nowNs) {
        List<Grant> open = phase.book().fence(member.worker.session);
        member.leftNs = nowNs;
        member.lost =
                open.stream().flatMap(grant -> grant.openIndexes().stream()).toList();
        departing(nowNs);
        phase.outbox().add(new Action.WriteWorker(PhaseRows.worker(phase.at(), member)));
        return open;
    }

    /** A session of an earlier incarnation has no part in this phase any more. */
    void leftBehind(long session, String reason, List<IndexRange> lost, long nowNs) {
        departing(nowNs);
        phase.outbox().add(new Action.LeftBehind(phase.at(), session, nowNs, reason, lost));
    }

    private void departing(long nowNs) {
        departing++;
        phase.book().holdLost(true);
        barrier.departing(true, nowNs);
    }

    /** A departure is durable. */
    void departed(long nowNs) {
        departing--;
        if (departing == 0) {
            phase.book().holdLost(false);
            barrier.departing(false, nowNs);
            phase.issuer().serveAll(nowNs);
        }
    }

    /** Workers that have drained though the phase goes on: their session can do no more for it, another one can. */
    List<WorkerSession> spent() {
        boolean continues = phase.status().running() || phase.status().resuming();
        return phase.members().everyone().stream()
                .filter(member -> continues && member.drained && member.settled())
                .map(member -> member.worker)
                .filter(worker -> !worker.gone && !worker.leaving)
                .toList();
    }

    /** Workers that wanted to go, and whose last result is durable. */
    List<WorkerSession> leavers() {
        return phase.members().everyone().stream()
                .filter(member -> member.worker.leaving && !member.worker.gone && member.settled())
                .map(member -> member.worker)
                .toList();
    }
}

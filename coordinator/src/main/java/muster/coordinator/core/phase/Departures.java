package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.protocol.Drain;
import muster.protocol.Drained;
import muster.protocol.Envelope;

/**
 * How members drain, and sessions leave a phase. What they held and did not report is lost; it is granted again, and their clients are
 * given to others, once that is durable. Had another incarnation to believe what a session held whose indexes this one
 * has granted again, both would count.
 */
public final class Departures {
    private final PhaseContext phase;
    private final StartBarrier barrier;
    /** Sessions that have left, which a coordinator that came now would not know. */
    private int departing;

    Departures(PhaseContext phase, StartBarrier barrier) {
        this.phase = phase;
        this.barrier = barrier;
    }

    /** Operations in flight end, and what has not started is given back. */
    void drainAll(long nowNs) {
        if (!phase.status().draining() && !phase.status().closing()) {
            phase.status().enter(new PhaseState.Draining(nowNs));
            phase.streams().close();
            phase.members().active().forEach(this::drain);
        }
    }

    /** The worker wants to go: what it has not started goes to others. */
    public void leave(WorkerSession worker, String reason) {
        PhaseMember member = phase.members().find(worker);
        if (member != null && !member.departure.drained()) {
            member.departure.because(reason);
            drain(member);
        }
    }

    private void drain(PhaseMember member) {
        if (member.departure.sendDrain()) {
            Drain.Builder drain = Drain.newBuilder().setAssignment(phase.assignment());
            phase.outbox().send(member.worker, Envelope.newBuilder().setDrain(drain));
        }
    }

    /** Whether everyone has ended, and all that they reported is durable. */
    boolean over() {
        return phase.acceptor().allCommitted()
                && phase.members().everyone().stream().allMatch(PhaseMember::settled);
    }

    /** The worker left: its leases are void. */
    public void fence(WorkerSession worker, String reason, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member == null || member.departure.leftNs() > 0) {
            return;
        }
        member.departure.because(RestartRecovery.LOST + reason);
        phase.acceptor().quarantined().fence(member, left(member, nowNs));
        barrier.rebalance(nowNs);
        barrier.startIfAllReady(nowNs);
        phase.streams().serveAll(nowNs);
    }

    public void drained(WorkerSession worker, Drained drained, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member != null && !member.departure.drained()) {
            member.departure.drained(drained.getLastSeq());
            var unused = left(member, nowNs);
            barrier.rebalance(nowNs);
            barrier.startIfAllReady(nowNs);
        }
    }

    /** What it has neither reported nor given back is lost; returns these leases as they were. */
    private List<Grant> left(PhaseMember member, long nowNs) {
        List<Grant> open = phase.streams().fence(member.worker.session);
        member.departure.left(
                nowNs,
                open.stream().flatMap(grant -> grant.openIndexes().stream()).toList());
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
        phase.streams().holdLost(true);
        barrier.departing(true, nowNs);
    }

    /** A departure is durable. */
    public void departed(long nowNs) {
        departing--;
        if (departing == 0) {
            phase.streams().holdLost(false);
            barrier.departing(false, nowNs);
            phase.streams().serveAll(nowNs);
        }
    }

    /** Workers that have drained though the phase goes on: their session can do no more for it, another one can. */
    public List<WorkerSession> spent() {
        boolean continues = phase.status().running() || phase.status().resuming();
        return phase.members().everyone().stream()
                .filter(member -> continues && member.departure.drained() && member.settled())
                .map(member -> member.worker)
                .filter(worker -> !worker.gone() && !worker.leaving())
                .toList();
    }

    /** Workers that wanted to go, and whose last result is durable. */
    public List<WorkerSession> leavers() {
        return phase.members().everyone().stream()
                .filter(member -> member.worker.leaving() && !member.worker.gone() && member.settled())
                .map(member -> member.worker)
                .toList();
    }
}

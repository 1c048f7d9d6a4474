package muster.coordinator.core.phase;

import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Drain;
import muster.protocol.Envelope;

/** Ends the work of a phase: operations in flight end, and what has not started is given back. */
final class PhaseDrain {
    private final PhaseContext phase;

    PhaseDrain(PhaseContext phase) {
        this.phase = phase;
    }

    void all(long nowNs) {
        if (!phase.status().draining() && !phase.status().closing()) {
            phase.status().enter(new PhaseState.Draining(nowNs));
            phase.issuer().close();
            phase.members().active().forEach(this::send);
        }
    }

    /** The worker wants to go: what it has not started goes to others. */
    void leave(WorkerSession worker, String reason) {
        PhaseMember member = phase.members().find(worker);
        if (member != null && !member.drained) {
            member.leftReason = reason;
            send(member);
        }
    }

    private void send(PhaseMember member) {
        if (!member.drainSent) {
            member.drainSent = true;
            Drain.Builder drain = Drain.newBuilder().setAssignment(phase.assignment());
            phase.outbox().send(member.worker, Envelope.newBuilder().setDrain(drain));
        }
    }

    /** Whether everyone has ended, and all that they reported is durable. */
    boolean over() {
        return phase.acceptor().allCommitted()
                && phase.members().everyone().stream().allMatch(PhaseMember::settled);
    }
}

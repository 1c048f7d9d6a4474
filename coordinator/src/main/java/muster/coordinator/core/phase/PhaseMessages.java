package muster.coordinator.core.phase;

import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Credit;
import muster.protocol.Envelope;

/** Messages of workers about one phase, each to the part that acts on it. Those about another phase change nothing. */
final class PhaseMessages {
    private final PhaseContext phase;
    private final StartBarrier barrier;
    private final Departures departures;

    PhaseMessages(PhaseContext phase, StartBarrier barrier, Departures departures) {
        this.phase = phase;
        this.barrier = barrier;
        this.departures = departures;
    }

    /** Acts on a message about this phase; false if it is of no kind that a phase expects. */
    boolean receive(WorkerSession worker, Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case CREDIT -> {
                if (phase.owns(envelope.getCredit().getAssignment())) {
                    credit(worker, envelope.getCredit(), nowNs);
                }
            }
            case READY -> {
                if (phase.owns(envelope.getReady().getAssignment())) {
                    barrier.ready(worker, envelope.getReady(), nowNs);
                }
            }
            case RETURNED -> {
                if (phase.owns(envelope.getReturned().getAssignment())) {
                    phase.issuer().returned(worker, envelope.getReturned(), nowNs);
                }
            }
            case CONCURRENCY_APPLIED -> {
                if (phase.owns(envelope.getConcurrencyApplied().getAssignment())) {
                    barrier.concurrencyApplied(worker, envelope.getConcurrencyApplied(), nowNs);
                }
            }
            case DRAINED -> {
                if (phase.owns(envelope.getDrained().getAssignment())) {
                    departures.drained(worker, envelope.getDrained(), nowNs);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void credit(WorkerSession worker, Credit credit, long nowNs) {
        PhaseMember member = phase.members().find(worker);
        if (member != null) {
            phase.issuer().credit(member, credit, nowNs);
        }
    }
}

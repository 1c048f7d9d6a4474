package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseIssuer;
import muster.coordinator.core.membership.ConcurrencyShares;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMembership;
import muster.model.PhaseAt;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PlanReader;

/** The only stream of a phase, with books that a test keeps. */
final class TestStreams {
    private TestStreams() {}

    static PhaseStreams of(LeaseBook book) {
        Outbox outbox = new Outbox(1);
        PhaseSpec spec = PlanReader.parse(
                        "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, operations: 8}]",
                        "test",
                        List.of())
                .phases()
                .getFirst();
        ExecutedPhase phase = new ExecutedPhase("measure", spec, new PhaseKey(1, 0, "", 0, 1), 8, 1, false);
        LeaseIssuer issuer = new LeaseIssuer(
                new PhaseAt(1, 1, 1, "measure"), 0, phase, 0, 1, 1, new PhaseMembership(), book, outbox);
        return new PhaseStreams(
                List.of(new PhaseStream(0, book, issuer, new ConcurrencyShares(0, 1, 1, 0, outbox))), outbox);
    }
}

package muster.coordinator.core.phase;

import java.util.ArrayList;
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

/** The streams of a phase, with books that a test keeps. */
final class TestStreams {
    private TestStreams() {}

    static PhaseStreams of(LeaseBook... books) {
        Outbox outbox = new Outbox(1);
        PhaseSpec spec = PlanReader.parse(
                        "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, operations: 8}]",
                        "test",
                        List.of())
                .phases()
                .getFirst();
        ExecutedPhase phase = new ExecutedPhase("measure", spec, new PhaseKey(1, 0, "", 0, 1), 8, 1, false);
        List<PhaseStream> streams = new ArrayList<>();
        for (LeaseBook book : books) {
            int number = streams.size();
            LeaseIssuer issuer = new LeaseIssuer(
                    new PhaseAt(1, 1, 1, "measure"), number, phase, 0, 1, new PhaseMembership(), book, outbox);
            streams.add(new PhaseStream(
                    number, "", phase, book, issuer, new ConcurrencyShares(number, 1, 1, 0, outbox), null));
        }
        return new PhaseStreams(streams, outbox);
    }
}

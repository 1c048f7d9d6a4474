package muster.coordinator.core.phase;

import muster.coordinator.core.event.ResourceNames;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ResourceRow;
import muster.model.WorkerRow;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;

/** The rows that the store keeps of a phase. */
final class PhaseRows {
    private PhaseRows() {}

    static PhaseRow phase(PhaseAt at, ExecutedPhase phase, long startNs, long endNs, int workers) {
        PhaseSpec spec = phase.spec();
        PhaseSpec.Rate rate = spec.rate();
        double perS = rate == null ? 0 : rate.arrivals() * 1e9 / rate.periodNs();
        return new PhaseRow(
                at,
                phase.key().ordinal(),
                spec.kind().label(),
                (int) Math.round(spec.meanClients()),
                perS,
                phase.planned(),
                startNs,
                endNs,
                workers,
                "running");
    }

    /** The most operations at the same time, a total of the cluster. */
    static int concurrency(PhaseSpec spec) {
        return spec.rate() == null ? spec.clients() : spec.maxInFlight();
    }

    static WorkerRow worker(PhaseAt at, PhaseMember member) {
        return new WorkerRow(
                at,
                member.worker.name(),
                member.worker.session,
                member.worker.hello.getLanguage(),
                member.worker.hello.getHost(),
                member.clients(),
                member.start.offsetNs(),
                member.start.offsetErrorNs(),
                member.reports.lateStartNs(),
                member.joinedNs,
                member.departure.leftNs(),
                member.departure.reason(),
                member.departure.lost(),
                member.worker.hello.getEnvironmentMap(),
                member.worker.target());
    }

    /** What the worker's process had used when it was ready: what it uses in the phase is counted from here. */
    static ResourceRow before(PhaseAt at, PhaseMember member, long nowNs) {
        return new ResourceRow(
                at, member.worker.name(), member.worker.session, 0, nowNs, ResourceNames.of(member.start.before()));
    }

    static LeaseRow lease(PhaseAt at, long epoch, PhaseMember member, Grant grant) {
        return new LeaseRow(
                at,
                grant.lease,
                member.worker.name(),
                member.worker.session,
                epoch,
                grant.first,
                grant.count,
                grant.stride,
                grant.grantedNs,
                grant.settled() ? "done" : "granted");
    }
}

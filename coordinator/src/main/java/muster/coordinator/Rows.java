package muster.coordinator;

import muster.store.LeaseRow;
import muster.store.PhaseAt;
import muster.store.PhaseRow;
import muster.store.ResourceRow;
import muster.store.WorkerRow;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;

/** The rows that the store keeps of a phase. */
final class Rows {
    private Rows() {}

    static PhaseRow phase(PhaseAt at, ExecutedPhase phase, long startNs, long endNs, int workers) {
        PhaseSpec spec = phase.spec();
        PhaseSpec.Rate rate = spec.rate();
        double perS = rate == null ? 0 : rate.arrivals() * 1e9 / rate.periodNs();
        return new PhaseRow(
                at,
                phase.key().ordinal(),
                spec.kind().label(),
                concurrency(spec),
                perS,
                phase.planned(),
                startNs,
                endNs,
                workers,
                "running");
    }

    /** Operations at the same time, a total of the cluster. */
    static int concurrency(PhaseSpec spec) {
        return spec.rate() == null ? spec.clients() : spec.maxInFlight();
    }

    static WorkerRow worker(PhaseAt at, Member member) {
        return new WorkerRow(
                at,
                member.worker.name(),
                member.worker.session,
                member.worker.hello.getLanguage(),
                member.worker.hello.getHost(),
                member.share,
                member.offsetNs,
                member.offsetErrorNs,
                member.lateStartNs,
                member.joinedNs,
                member.leftNs,
                member.leftReason,
                member.lost,
                member.worker.hello.getEnvironmentMap(),
                member.worker.target);
    }

    /** What the worker's process had used when it was ready: what it uses in the phase is counted from here. */
    static ResourceRow before(PhaseAt at, Member member, long nowNs) {
        return new ResourceRow(
                at, member.worker.name(), member.worker.session, 0, nowNs, ResourceNames.of(member.before));
    }

    static LeaseRow lease(PhaseAt at, long epoch, Member member, Grant grant) {
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

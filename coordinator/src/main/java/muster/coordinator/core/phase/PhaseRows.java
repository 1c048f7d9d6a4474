package muster.coordinator.core.phase;

import java.util.List;
import java.util.stream.IntStream;
import muster.coordinator.core.event.ResourceNames;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ResourceRow;
import muster.model.StreamRow;
import muster.model.TurnWindow;
import muster.model.WorkerRow;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.turns.ArmTurns;

/** The rows that the store keeps of a phase. */
final class PhaseRows {
    private PhaseRows() {}

    static PhaseRow phase(PhaseAt at, ExecutedPhase phase, long startNs, long endNs, int workers) {
        PhaseSpec spec = phase.spec();
        return new PhaseRow(
                at,
                phase.key().ordinal(),
                spec.kind().label(),
                (int) Math.round(spec.meanClients()),
                ratePerS(spec),
                phase.planned(),
                startNs,
                endNs,
                workers,
                "running",
                streams(phase, startNs, endNs),
                spec.turns() == null ? 0 : spec.turns().alikePercent() / 100);
    }

    private static List<StreamRow> streams(ExecutedPhase phase, long startNs, long endNs) {
        return IntStream.range(0, phase.loads().size())
                .mapToObj(number -> {
                    ExecutedPhase load = phase.loads().get(number);
                    PhaseSpec spec = load.spec();
                    return new StreamRow(
                            number,
                            phase.streams().isEmpty() ? "" : load.name(),
                            (int) Math.round(spec.meanClients()),
                            ratePerS(spec),
                            turns(load, startNs, endNs));
                })
                .toList();
    }

    /** None before the start is known. */
    private static List<TurnWindow> turns(ExecutedPhase load, long startNs, long endNs) {
        ArmTurns turns = load.turns();
        if (turns == null || startNs == 0) {
            return List.of();
        }
        long originNs = turns.originNs(startNs);
        return turns.windows(startNs - originNs, endNs - originNs).stream()
                .map(turn -> new TurnWindow(
                        turn.turn(),
                        turn.block(),
                        originNs + turn.startNs(),
                        originNs + (turns.endsIntervals() ? turn.fromNs() : turn.startNs()),
                        originNs + turn.toNs()))
                .toList();
    }

    /** 0 for the closed model. */
    private static double ratePerS(PhaseSpec spec) {
        PhaseSpec.Rate rate = spec.rate();
        return rate == null ? 0 : rate.arrivals() * 1e9 / rate.periodNs();
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

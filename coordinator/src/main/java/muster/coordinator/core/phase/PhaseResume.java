package muster.coordinator.core.phase;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.UnfinishedRun;
import muster.protocol.Hello;
import muster.protocol.SessionState;
import org.jspecify.annotations.Nullable;

/** Takes up a phase that an earlier incarnation started: its workers return and state what they hold. */
public final class PhaseResume {
    private final PhaseContext phase;
    private final StartBarrier barrier;
    private final Departures departures;
    private @Nullable RestartRecovery recovery;

    PhaseResume(PhaseContext phase, StartBarrier barrier, Departures departures) {
        this.phase = phase;
        this.barrier = barrier;
        this.departures = departures;
    }

    public void begin(UnfinishedRun.Phase before, long nowNs) {
        long patienceNs = phase.settings().returnTimeoutMs() * 1_000_000L;
        RestartRecovery expected = new RestartRecovery(before, nowNs + patienceNs, patienceNs);
        recovery = expected;
        phase.timeline().resume(before.startNs(), before.endNs());
        phase.status().enter(new PhaseState.Resuming(expected));
        phase.acceptor().quarantined().recover(expected);
        phase.acceptor().resume(before.lastCompletionNs());
        phase.streams()
                .all()
                .forEach(stream -> stream.issuer()
                        .resume(before.state(), expected.lost(), before.startNs(), before.endNs(), nowNs));
        phase.write();
    }

    /** Whether this is a session of an earlier incarnation that is waited for. */
    public boolean awaits(Hello hello) {
        return phase.status().state() instanceof PhaseState.Resuming resuming
                && resuming.recovery().awaits(hello.getPreviousSession(), hello.getName());
    }

    /**
     * A worker is back: what it holds is its own again, and what it has not reported yet comes next. False if the
     * session has nothing to do with the phase any more: then its worker is to join anew.
     */
    public boolean sessionState(WorkerSession worker, SessionState state, long nowNs) {
        RestartRecovery expected = recovery;
        if (expected == null || phase.members().involves(worker)) {
            return true;
        }
        if (!phase.status().resuming() || !expected.awaits(worker) || phase.assignment() != state.getAssignment()) {
            expected.finished(worker);
            return false;
        }
        PhaseMember member = expected.back(worker, state);
        phase.members().add(member);
        phase.streams().all().forEach(stream -> stream.issuer().adopt(member, state, nowNs));
        phase.outbox().log(worker.name() + " rejoined phase " + phase.at().phase());
        return true;
    }

    /** A session that was fenced before it said this: its leases are void, and what it still reports is known by them. */
    public void fencedSessionState(WorkerSession worker, SessionState state, long nowNs) {
        RestartRecovery expected = recovery;
        PhaseMember member =
                expected == null || phase.members().involves(worker) ? null : expected.fenced(worker, state, nowNs);
        if (member != null) {
            phase.members().add(member);
            List<Grant> grants = phase.streams().grants(worker.session, state, nowNs);
            phase.acceptor().quarantined().fence(member, grants);
        }
    }

    /** Nobody else is waited for: what nobody holds is granted again. */
    void settleIfOver(List<WorkerSession> workers, long nowNs) {
        if (phase.status().state() instanceof PhaseState.Resuming resuming
                && resuming.recovery().over(workers, nowNs)) {
            settle(resuming.recovery(), nowNs);
        }
    }

    private void settle(RestartRecovery expected, long nowNs) {
        phase.status().enter(new PhaseState.Running());
        Set<Long> missing = Set.copyOf(expected.missing());
        List<IndexRange> lost = phase.streams().settle(!missing.isEmpty(), nowNs);
        for (long session : missing) {
            departures.leftBehind(session, RestartRecovery.LOST + "did not come back", lost, nowNs);
            // It may have been any of them: what one is said to have lost counts once.
            lost = List.of();
        }
        phase.outbox().add(new Action.WriteChecks(List.of(expected.warning(phase.at()))));
        barrier.rebalance(nowNs);
        phase.streams().serveAll(nowNs);
        if (phase.status().stopped()) {
            departures.drainAll(nowNs);
        }
    }

    /** Sessions that are here again and have not said in time what they hold. */
    Stream<WorkerSession> silent(List<WorkerSession> workers, long nowNs) {
        return phase.status().state() instanceof PhaseState.Resuming resuming
                        && resuming.recovery().impatient(nowNs)
                ? workers.stream().filter(resuming.recovery()::awaits)
                : Stream.empty();
    }
}

package muster.coordinator.core.phase;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.TargetDefaults;

/**
 * Finds members of a running phase that hold others up and get nothing done, though they send heartbeats: they hold work of
 * a phase that is bound by a count, were told to shrink or to drain, and no operation of theirs ends. What ends an operation
 * starts the time anew.
 */
public final class StalledMembers {
    /** An operation that is bound by no time-out of the plan: noop waits as long as the plan says, at most an hour. */
    private static final long MAX_NOOP_NS = TimeUnit.HOURS.toNanos(1);

    /** Pauses between attempts, and what a driver takes to notice that a time is over. */
    private static final long MAX_BETWEEN_NS = TimeUnit.SECONDS.toNanos(10);

    /** Times the mean: one in 10^8 pauses of an exponential distribution is longer. */
    private static final int MAX_DRAWN_THINK = 20;

    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final PhaseContext phase;
    private final long limitNs;
    /** Since when each member owes something. */
    private final Map<Long, Long> owingSinceNs = new HashMap<>();

    private long nextNs;

    StalledMembers(PhaseContext phase) {
        this.phase = phase;
        limitNs = longestOperationNs(phase.target())
                + phase.phase().loads().stream()
                        .mapToLong(load -> longestPauseNs(load.spec()))
                        .max()
                        .orElse(0)
                + phase.phase().spec().drainNs()
                + phase.settings().prepareTimeoutMs() * 1_000_000L;
    }

    /** Of a client between two operations. */
    private static long longestPauseNs(PhaseSpec load) {
        long thinkNs = load.think().meanNs() * (load.think().exponential() ? MAX_DRAWN_THINK : 1);
        return thinkNs + load.pacingNs() + load.rampNs();
    }

    /** With all its attempts and what lies between them. */
    private static long longestOperationNs(Section target) {
        if (target.kind().equals("noop")) {
            return MAX_NOOP_NS;
        }
        TargetDefaults defaults = TargetDefaults.of(target.settings());
        long attemptNs =
                defaults.operationTimeout().plus(defaults.connectTimeout()).toNanos() + MAX_BETWEEN_NS;
        return (defaults.retries() + 1L) * attemptNs;
    }

    /** For how long a member may get nothing done. */
    public long limitNs() {
        return limitNs;
    }

    /**
     * Those whose time is over.
     *
     * @param waitedNs how much of the time from one moment to another counts
     */
    List<WorkerSession> at(long nowNs, LongBinaryOperator waitedNs) {
        if (!phase.status().running() || !phase.timeline().begun()) {
            owingSinceNs.clear();
            return List.of();
        }
        if (nowNs < nextNs) {
            return List.of();
        }
        nextNs = nowNs + EVERY_NS;
        Set<Long> holders = countBound() ? phase.streams().holders() : Set.of();
        return phase.members().everyone().stream()
                .filter(member -> stalled(member, owes(member, holders), nowNs, waitedNs))
                .map(member -> member.worker)
                .toList();
    }

    private boolean stalled(PhaseMember member, boolean owes, long nowNs, LongBinaryOperator waitedNs) {
        long session = member.worker.session;
        if (member.worker.gone() || !owes) {
            owingSinceNs.remove(session);
            return false;
        }
        long sinceNs = Math.max(owingSinceNs.computeIfAbsent(session, any -> nowNs), member.reports.progressNs());
        return waitedNs.applyAsLong(sinceNs, nowNs) > limitNs;
    }

    private static boolean owes(PhaseMember member, Set<Long> holders) {
        boolean told = !member.confirmed() || (member.departure.drainSent() && !member.departure.drained());
        boolean works = member.start.started() && member.clients() > 0;
        return told || (works && holders.contains(member.worker.session));
    }

    /** Arrivals of the open model may lie far ahead; what ends by itself needs no other bound. */
    private boolean countBound() {
        return phase.timeline().endNs() == 0 && !phase.streams().openModel();
    }
}

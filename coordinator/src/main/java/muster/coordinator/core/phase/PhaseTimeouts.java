package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import org.jspecify.annotations.Nullable;

/** What a phase stops waiting for. */
public final class PhaseTimeouts {
    private final PhaseContext phase;
    private final List<Excuse> excuses = new ArrayList<>();
    private long emptySinceNs;
    private boolean aborted;

    /** While the coordinator itself ran late, and a little longer, time does not count against anybody. */
    private record Excuse(long fromNs, long untilNs) {
        long after(long sinceNs, long nowNs) {
            return Math.max(0, Math.min(untilNs, nowNs) - Math.max(fromNs, sinceNs));
        }
    }

    PhaseTimeouts(PhaseContext phase) {
        this.phase = phase;
    }

    /** Meanwhile nothing is overdue: the coordinator slept, and what came is on its way. */
    public void excuse(long fromNs, long untilNs) {
        boolean goesOn = !excuses.isEmpty() && excuses.getLast().untilNs >= fromNs;
        Excuse last = goesOn ? excuses.removeLast() : new Excuse(fromNs, untilNs);
        excuses.add(new Excuse(last.fromNs, Math.max(last.untilNs, untilNs)));
    }

    private boolean excused(long nowNs) {
        return !excuses.isEmpty() && nowNs < excuses.getLast().untilNs;
    }

    /** How much of the time since then counts. */
    long waitedNs(long sinceNs, long nowNs) {
        return nowNs
                - sinceNs
                - excuses.stream()
                        .mapToLong(excuse -> excuse.after(sinceNs, nowNs))
                        .sum();
    }

    /** Why the phase cannot go on; null if it can. */
    @Nullable
    String stuck(long nowNs) {
        if (excused(nowNs)) {
            return null;
        }
        return switch (phase.status().state()) {
            case PhaseState.Preparing preparing -> neverReady(nowNs).orElseGet(() -> withoutWorkers(nowNs));
            case PhaseState.Running running -> withoutWorkers(nowNs);
            case PhaseState.Resuming resuming -> null;
            case PhaseState.Draining draining -> null;
            case PhaseState.Closing closing -> null;
        };
    }

    /** With fewer workers than asked for it would be another measurement, so the run does not begin without this one. */
    private Optional<String> neverReady(long nowNs) {
        return phase.members().active().stream()
                .filter(member -> unready(member, nowNs))
                .findFirst()
                .map(member -> member.worker.name() + " was not ready for phase "
                        + phase.at().phase() + " within " + phase.settings().prepareTimeoutMs() / 1_000
                        + " s; see its log");
    }

    private boolean unready(PhaseMember member, long nowNs) {
        return !member.start.ready()
                && waitedNs(member.joinedNs, nowNs) > phase.settings().prepareTimeoutMs() * 1_000_000L;
    }

    private @Nullable String withoutWorkers(long nowNs) {
        if (!phase.members().active().isEmpty()) {
            emptySinceNs = 0;
            return null;
        }
        emptySinceNs = emptySinceNs == 0 ? nowNs : emptySinceNs;
        long timeoutNs = phase.submission().workerTimeoutNs();
        boolean over = waitedNs(emptySinceNs, nowNs) > timeoutNs;
        return over ? "no worker was left for " + timeoutNs / 1_000_000_000 + " s" : null;
    }

    /**
     * Members that were not ready, or owe a message of the drain, in time. Those who are silent are given up long before; who
     * still speaks may be slow to say how its operations ended, as slow as to prepare. Whatever it says, it gets no more.
     */
    Stream<WorkerSession> overdue(long nowNs) {
        long drainNs = phase.phase().spec().drainNs() + phase.settings().prepareTimeoutMs() * 1_000_000L;
        boolean excused = excused(nowNs);
        boolean drainOverdue = phase.status().state() instanceof PhaseState.Draining draining
                && (waitedNs(draining.sinceNs(), nowNs) > drainNs || hurried(nowNs, PhaseStatus.Hurry::membersNs));
        return phase.members().everyone().stream()
                .filter(member -> !excused && member.owes())
                .filter(member -> drainOverdue || (phase.status().running() && unready(member, nowNs)))
                .map(member -> member.worker);
    }

    /** A person has waited for the end of the phase for so long. */
    private boolean hurried(long nowNs, ToLongFunction<PhaseStatus.Hurry> limitNs) {
        PhaseStatus.Hurry hurry = phase.status().hurry();
        return hurry != null && waitedNs(hurry.sinceNs(), nowNs) > limitNs.applyAsLong(hurry);
    }

    /** Whether operations in flight are to be given up now; true once. */
    boolean aborts(long nowNs) {
        boolean now = !aborted && hurried(nowNs, PhaseStatus.Hurry::operationsNs);
        aborted |= now;
        return now;
    }
}

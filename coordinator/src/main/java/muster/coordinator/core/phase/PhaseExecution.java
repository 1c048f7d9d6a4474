package muster.coordinator.core.phase;

import java.util.List;
import java.util.stream.Stream;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.CheckRow;
import muster.model.CountedOperations;
import muster.model.PhaseAt;
import muster.protocol.Abort;
import muster.protocol.Envelope;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/**
 * One phase, as its parts: from Prepare, over the barrier, leases and snapshots, to the last member drained and all committed.
 * What one part decides is asked of that part; here is what takes several.
 */
public final class PhaseExecution {
    /** After a cancel operations in flight may take so long; then workers give them up. */
    private static final long MAX_LAST_OPERATIONS_NS = 2_500_000_000L;
    /** Then workers that have still not said how they ended are given up. */
    private static final long MAX_CANCEL_NS = 4_000_000_000L;

    private static final long MAX_ABORT_NS = 1_000_000_000L;

    public final PhaseAt at;
    public final ExecutedPhase phase;
    /** Workers that have a part in it, now or before. */
    public final PhaseMembership members;

    public final PhaseStreams streams;
    public final SnapshotAcceptor acceptor;
    public final PhaseTimeline timeline;
    public final PhaseStatus status;
    /** The crash of the server that it asks for. */
    public final PhaseCrash crash;

    public final PhasePreparation preparation;
    public final StartBarrier barrier;
    public final Departures departures;
    public final PhaseResume resume;
    public final PhaseBounds bounds;
    public final PhaseTimeouts timeouts;
    public final StalledMembers stalled;
    public final PhaseClose close;
    private final PhaseContext context;
    private final EarlyEndWatch early;

    public PhaseExecution(
            PhaseAt at,
            ExecutedPhase phase,
            StepScript step,
            Submission submission,
            CoordinatorSettings settings,
            UniqueNumbers numbers,
            Outbox outbox) {
        this.at = at;
        this.phase = phase;
        context = PhaseContext.of(at, phase, step.plan(), submission, settings, numbers, outbox);
        members = context.members();
        streams = context.streams();
        acceptor = context.acceptor();
        timeline = context.timeline();
        status = context.status();
        crash = context.crash();
        barrier = new StartBarrier(context);
        departures = new Departures(context, barrier);
        resume = new PhaseResume(context, barrier, departures);
        timeouts = new PhaseTimeouts(context);
        stalled = new StalledMembers(context);
        preparation = new PhasePreparation(context, step, departures);
        early = new EarlyEndWatch(context);
        close = new PhaseClose(context, early);
        bounds = new PhaseBounds(context);
    }

    /** Whether this is what workers call the phase. */
    public boolean owns(long assignmentId) {
        return context.assignment() == assignmentId;
    }

    // ---- time and the end ----

    /** What only time brings about. Returns a reason if the phase cannot go on. */
    @Nullable
    public String tick(List<WorkerSession> workers, long nowNs) {
        followProfiles(nowNs);
        streams.tick(nowNs);
        resume.settleIfOver(workers, nowNs);
        if (status.running() && (early.endsComplete() || timeline.isUp(streams.awaitsArrivals(), nowNs))) {
            departures.drainAll(nowNs);
        }
        if (status.running()) {
            crash.tick(timeline.startNs(), nowNs);
        }
        early.ask(nowNs);
        if (timeouts.aborts(nowNs)) {
            abort();
        }
        if (status.draining() && departures.over() && !status.held()) {
            close.begin(nowNs);
        }
        return timeouts.stuck(nowNs);
    }

    /** Of the start, which was set, and so of a phase that another incarnation started: how many clients run now. */
    private void followProfiles(long nowNs) {
        boolean offering = status.running() || status.resuming();
        if (offering && timeline.begun() && streams.followProfiles(Math.max(0, nowNs - timeline.startNs()))) {
            barrier.rebalance(nowNs);
        }
    }

    /** The figures of one second, which may end the phase. */
    public void secondRead(long unixSecond, PhaseFigures figures, long nowNs) {
        if (early.ends(unixSecond, figures)) {
            departures.drainAll(nowNs);
        }
    }

    /** Ends the phase with what was measured so far. */
    public void stop(long nowNs) {
        status.stop();
        timeline.stop(nowNs);
        if (status.state() instanceof PhaseState.Resuming resuming) {
            resuming.recovery().hurry(nowNs);
        } else {
            departures.drainAll(nowNs);
        }
    }

    /** Ends within five seconds of now, whatever its workers say: a person waits for it. */
    public void cancel(long nowNs) {
        hurry(new PhaseStatus.Hurry(nowNs, MAX_LAST_OPERATIONS_NS, MAX_CANCEL_NS), nowNs);
    }

    /** The target has stopped answering for good: the phase ended with the last answer. */
    public void lose(long nowNs) {
        status.lose();
        stop(nowNs);
    }

    /** Does not wait for operations in flight: workers give up what they do at once. */
    public void abort(long nowNs) {
        hurry(new PhaseStatus.Hurry(nowNs, 0, MAX_ABORT_NS), nowNs);
        abort();
    }

    private void hurry(PhaseStatus.Hurry hurry, long nowNs) {
        status.hurry(hurry);
        if (status.state() instanceof PhaseState.Resuming resuming) {
            resuming.recovery().giveUp(nowNs);
        }
    }

    /** Workers give up what they do at once. */
    public void abort() {
        Abort.Builder abort = Abort.newBuilder().setAssignment(context.assignment());
        members.everyone()
                .forEach(member -> context.outbox()
                        .send(member.worker, Envelope.newBuilder().setAbort(abort)));
    }

    // ---- what others ask ----

    /** Sessions that are overdue: not ready or not drained in time, or back without saying what they hold. */
    public List<WorkerSession> overdue(List<WorkerSession> workers, long nowNs) {
        return Stream.concat(timeouts.overdue(nowNs), resume.silent(workers, nowNs))
                .toList();
    }

    /** Sessions that hold others up and get nothing done. */
    public List<WorkerSession> stalled(long nowNs) {
        return stalled.at(nowNs, timeouts::waitedNs);
    }

    /** Whether a commit may be what its end waits for. */
    public boolean ending() {
        return status.draining() || (status.running() && streams.complete());
    }

    /** Whether a name stands for several operations, of which each has a row of its own. */
    public boolean isTotal(String operation) {
        return CountedOperations.isTransaction(operation)
                || streams.all().stream().anyMatch(stream -> stream.name().equals(operation));
    }

    /** Seconds until the end of a phase that is bound by its duration; -1 if it is not, or has not begun. */
    public double secondsLeft(long nowNs) {
        return status.running() ? timeline.secondsLeft(nowNs) : -1;
    }

    /** Whether load is offered, or what was offered still ends. */
    public boolean loaded() {
        return timeline.begun() && (status.running() || status.draining());
    }

    /** Of a closed phase: whether and why it ended early, or that it was never steady. */
    public List<CheckRow> earlyEnd() {
        return status.stopped() ? List.of() : early.rows();
    }
}

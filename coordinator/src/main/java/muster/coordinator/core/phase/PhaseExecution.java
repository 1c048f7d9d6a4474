package muster.coordinator.core.phase;

import java.util.List;
import java.util.stream.Stream;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.SnapshotKey;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Abort;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.PhaseKnown;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import muster.store.file.row.CheckRow;
import muster.store.file.row.InterruptedRow;
import muster.store.file.row.PhaseAt;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/** One phase: from Prepare, over the barrier, leases and snapshots, to the last member drained and all committed. */
public final class PhaseExecution {
    /** After a cancel operations in flight may take so long; then workers give them up. */
    private static final long MAX_LAST_OPERATIONS_NS = 2_500_000_000L;
    /** Then workers that have still not said how they ended are given up. */
    private static final long MAX_CANCEL_NS = 4_000_000_000L;

    private static final long MAX_ABORT_NS = 1_000_000_000L;

    public final PhaseAt at;
    public final ExecutedPhase phase;
    private final PhaseContext context;
    private final StartBarrier barrier;
    private final Departures departures;
    private final PhaseResume resume;
    private final PhaseTimeouts timeouts;
    private final StalledMembers stalled;
    private final PhasePreparation preparation;
    private final PhaseMessages messages;
    private final EarlyEndWatch early;
    private final PhaseClose close;
    private final PhaseBounds bounds;

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
        barrier = new StartBarrier(context);
        departures = new Departures(context, barrier);
        resume = new PhaseResume(context, barrier, departures);
        timeouts = new PhaseTimeouts(context);
        stalled = new StalledMembers(context);
        preparation = new PhasePreparation(context, step, departures);
        messages = new PhaseMessages(context, barrier, departures);
        early = new EarlyEndWatch(context);
        close = new PhaseClose(context, early);
        bounds = new PhaseBounds(context);
    }

    // ---- begin ----

    /** See {@link PhasePreparation#begin}. */
    public void begin(List<WorkerSession> workers, InterruptedRow.@Nullable Phase before, long nowNs) {
        preparation.begin(workers, before, nowNs);
    }

    /** An earlier incarnation started it: the workers that served it may come back and state what they hold. */
    public void resume(InterruptedRow.Phase before, long nowNs) {
        resume.begin(before, nowNs);
    }

    /** A worker that came while the phase is under way. */
    public void join(WorkerSession worker, long nowNs) {
        preparation.join(worker, nowNs);
    }

    // ---- what workers send ----

    /** See {@link PhaseMessages#receive}. */
    public boolean receive(WorkerSession worker, Envelope envelope, long nowNs) {
        return messages.receive(worker, envelope, nowNs);
    }

    /** In what the snapshot contradicts what the worker was given, in one line; null if in nothing. */
    @Nullable
    public String snapshot(WorkerSession worker, Snapshot snapshot) {
        return context.acceptor().take(worker, snapshot);
    }

    /** See {@link PhaseBounds#wrong}. */
    @Nullable
    public String wrong(WorkerSession worker, Envelope envelope) {
        return bounds.wrong(worker, envelope);
    }

    /** Whether this is a session of an earlier incarnation that is waited for. */
    public boolean awaits(Hello hello) {
        return resume.awaits(hello);
    }

    /** See {@link PhaseResume#sessionState}. */
    public boolean sessionState(WorkerSession worker, SessionState state, long nowNs) {
        return resume.sessionState(worker, state, nowNs);
    }

    /** See {@link PhaseResume#fencedSessionState}. */
    public void fencedSessionState(WorkerSession worker, SessionState state, long nowNs) {
        resume.fencedSessionState(worker, state, nowNs);
    }

    /** The worker wants to go: it drains; what it has not started goes to others. */
    public void leave(WorkerSession worker, String reason) {
        departures.leave(worker, reason);
    }

    /** The worker left: its leases are void, what it held and did not report is lost. */
    public void fence(WorkerSession worker, String reason, long nowNs) {
        departures.fence(worker, reason, nowNs);
    }

    // ---- what the store has made durable ----

    public void reserved(long durable, long nowNs) {
        context.issuer().reserved(durable, nowNs);
    }

    public void written(long writtenStartNs, long nowNs) {
        barrier.written(writtenStartNs, nowNs);
    }

    public void enrolled(long session, long nowNs) {
        barrier.enrolled(session, nowNs);
    }

    public void departed(long nowNs) {
        departures.departed(nowNs);
    }

    public void committed(SnapshotKey key) {
        context.acceptor().committed(key);
    }

    /** A snapshot that the store does not believe: its indexes are missing. */
    public boolean refused(SnapshotKey key) {
        return context.acceptor().refused(key);
    }

    /** The figures of one second, which may end the phase. */
    public void secondRead(long unixSecond, PhaseFigures figures, long nowNs) {
        if (early.ends(unixSecond, figures)) {
            departures.drainAll(nowNs);
        }
    }

    // ---- time and the end ----

    /** What only time brings about. Returns a reason if the phase cannot go on. */
    @Nullable
    public String tick(List<WorkerSession> workers, long nowNs) {
        context.issuer().tick(nowNs);
        resume.settleIfOver(workers, nowNs);
        if (context.status().running() && (early.endsComplete() || timeIsUp(nowNs))) {
            departures.drainAll(nowNs);
        }
        if (context.status().running()) {
            context.crash().tick(context.timeline().startNs(), nowNs);
        }
        early.ask(nowNs);
        if (timeouts.aborts(nowNs)) {
            abort();
        }
        if (context.status().draining() && departures.over() && !context.status().held()) {
            close.begin(nowNs);
        }
        return timeouts.stuck(nowNs);
    }

    private boolean timeIsUp(long nowNs) {
        return context.timeline().isUp(context.issuer().awaitsArrivals(), nowNs);
    }

    /** See {@link PhaseTimeouts#excuse}. */
    public void excuse(long fromNs, long untilNs) {
        timeouts.excuse(fromNs, untilNs);
    }

    /** Grants nothing for now. */
    public void pause() {
        context.issuer().pause(true);
    }

    /** Grants again after a pause. */
    public void unpause(long nowNs) {
        context.issuer().pause(false);
        context.issuer().serveAll(nowNs);
    }

    /** Ends the phase with what was measured so far. */
    public void stop(long nowNs) {
        context.status().stop();
        context.timeline().stop(nowNs);
        if (context.status().state() instanceof PhaseState.Resuming resuming) {
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
        context.status().lose();
        stop(nowNs);
    }

    /** While it is undecided whether the target is lost the phase does not close. */
    public void hold(boolean undecided) {
        context.status().hold(undecided);
    }

    /** Does not wait for operations in flight: workers give up what they do at once. */
    public void abort(long nowNs) {
        hurry(new PhaseStatus.Hurry(nowNs, 0, MAX_ABORT_NS), nowNs);
        abort();
    }

    private void hurry(PhaseStatus.Hurry hurry, long nowNs) {
        context.status().hurry(hurry);
        if (context.status().state() instanceof PhaseState.Resuming resuming) {
            resuming.recovery().giveUp(nowNs);
        }
    }

    /** Workers give up what they do at once. */
    public void abort() {
        Abort.Builder abort = Abort.newBuilder().setAssignment(context.assignment());
        everyone()
                .forEach(member -> context.outbox()
                        .send(member.worker, Envelope.newBuilder().setAbort(abort)));
    }

    // ---- what others ask ----

    /** Sessions that are overdue: not ready or not drained in time, or back without saying what they hold. */
    public List<WorkerSession> overdue(List<WorkerSession> workers, long nowNs) {
        return Stream.concat(timeouts.overdue(nowNs), resume.silent(workers, nowNs))
                .toList();
    }

    /** See {@link StalledMembers}. */
    public List<WorkerSession> stalled(long nowNs) {
        return stalled.at(nowNs, timeouts::waitedNs);
    }

    /** For how long a worker may hold others up and get nothing done. */
    public long stalledAfterNs() {
        return stalled.limitNs();
    }

    /** See {@link Departures#spent}. */
    public List<WorkerSession> spent() {
        return departures.spent();
    }

    /** See {@link Departures#leavers}. */
    public List<WorkerSession> leavers() {
        return departures.leavers();
    }

    /** Whether the worker has a part in this phase, now or before. */
    public boolean involves(WorkerSession worker) {
        return context.members().involves(worker);
    }

    public List<PhaseMember> everyone() {
        return context.members().everyone();
    }

    public int workers() {
        return context.members().active().size();
    }

    public boolean owns(long assignmentId) {
        return context.owns(assignmentId);
    }

    /** What is kept of this phase and not counted, now and after its end. */
    public Quarantine quarantined() {
        return context.acceptor().quarantined();
    }

    /** Whether a commit may be what its end waits for. */
    public boolean ending() {
        return context.status().draining()
                || (context.status().running() && context.book().complete());
    }

    public boolean closing() {
        return context.status().closing();
    }

    public boolean errorsSeen() {
        return context.acceptor().errorsSeen();
    }

    /** Seconds until the end of a phase that is bound by its duration; -1 if it is not, or has not begun. */
    public double secondsLeft(long nowNs) {
        return context.status().running() ? context.timeline().secondsLeft(nowNs) : -1;
    }

    /** Of a closed phase: what is known of the outcome of each index. */
    public PhaseKnown known() {
        return context.acceptor().known();
    }

    /** Whether it ended with what was measured so far, before its end. */
    public boolean stopped() {
        return context.status().stopped();
    }

    /** Whether its target was lost. */
    public boolean lost() {
        return context.status().lost();
    }

    /** Whether load is offered, or what was offered still ends. */
    public boolean loaded() {
        return context.timeline().begun()
                && (context.status().running() || context.status().draining());
    }

    /** Whether it offers no load any more, and waits for the operations that are under way. */
    public boolean draining() {
        return context.status().draining();
    }

    public long startNs() {
        return context.timeline().startNs();
    }

    /** When the last operation ended that the target answered, as far as that was reported; 0 if there was none. */
    public long lastAnswerNs() {
        return context.acceptor().lastAnswerNs();
    }

    /** When the last operation ended, as far as that was reported, whatever its outcome. */
    public long lastCompletionNs() {
        return context.acceptor().lastCompletionNs();
    }

    /** The crash of the server that it asks for. */
    public PhaseCrash crash() {
        return context.crash();
    }

    /** Of a closed phase: whether and why it ended early, or that it was never steady. */
    public List<CheckRow> earlyEnd() {
        return context.status().stopped() ? List.of() : early.rows();
    }

    /** The measured time. */
    public double seconds() {
        return context.timeline().seconds();
    }

    /** Indexes that snapshots cover. */
    public long covered() {
        return context.book().covered();
    }

    /** How operations ended, by what snapshots say. */
    public AcceptedOutcomes outcomes() {
        return context.acceptor().counts();
    }

    /** Indexes that may have been executed before. */
    public long executedAgain() {
        return context.book().executedAgain();
    }

    /** See {@link PhaseClose#missedArrivals}. */
    public long missedArrivals() {
        return close.missedArrivals();
    }
}

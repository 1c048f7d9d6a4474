package muster.coordinator.core.phase;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.SnapshotKey;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseIssuer;
import muster.coordinator.core.membership.ConcurrencyShares;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Abort;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Credit;
import muster.protocol.Drain;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.PhaseKnown;
import muster.protocol.Prepare;
import muster.protocol.Ready;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.store.file.row.IndexRange;
import muster.store.file.row.InterruptedRow;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.PhaseEnd;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/** One phase: from Prepare, over the barrier, leases and snapshots, to the last member drained and all committed. */
public final class PhaseExecution {
    private static final long LEAST_START_DELAY_NS = 200_000_000;

    /** Where the phase stands. */
    private enum State {
        PREPARING,
        RETURNING,
        RUNNING,
        DRAINING,
        CLOSING
    }

    public final PhaseAt at;
    public final ExecutedPhase phase;
    private final StepScript step;
    private final Submission submission;
    private final CoordinatorSettings settings;
    private final long assignment;
    private final Outbox outbox;
    private final PhaseMembership roster = new PhaseMembership();
    private final LeaseBook book;
    private final LeaseIssuer desk;
    private final SnapshotAcceptor intake;
    private final ConcurrencyShares shares;
    private State state = State.PREPARING;
    private long startNs;
    private long endNs;
    private long drainStartedNs;
    private long emptySinceNs;
    /** How long before the start it is set; longer if the disk is slow. */
    private long startDelayNs;
    /** It is durable that the phase starts, so workers may be told. */
    private boolean begun;

    private boolean stopped;
    private @Nullable RestartRecovery survivors;
    /** Sessions that have left, which a coordinator that came now would not know. */
    private int departing;

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
        this.step = step;
        this.submission = submission;
        this.settings = settings;
        this.assignment = assignment(at, phase.key().ordinal());
        this.outbox = outbox;
        long limit = phase.planned() < 0 ? Long.MAX_VALUE : phase.planned();
        int clients = PhaseRows.concurrency(phase.spec());
        book = new LeaseBook(limit, phase.actionsPerTransaction(), numbers.base());
        desk = new LeaseIssuer(at, phase, submission.leaseSize(), clients, assignment, roster, book, outbox);
        intake = new SnapshotAcceptor(at, settings.epoch(), assignment, roster, book, outbox);
        shares = new ConcurrencyShares(clients, assignment, numbers.base(), outbox);
    }

    /** The same in every incarnation of the coordinator, and of no other phase in its store. */
    private static long assignment(PhaseAt at, int ordinal) {
        return at.runId() << 40 | (at.step() & 0xffffL) << 24 | (at.trial() & 0xfffL) << 12 | (ordinal + 1 & 0xfffL);
    }

    /**
     * Prepares every worker that gets at least one client; says which do not.
     *
     * @param before as an earlier incarnation prepared it; null if none did
     */
    public void begin(List<WorkerSession> workers, InterruptedRow.@Nullable Phase before, long nowNs) {
        writePhase();
        if (before != null) {
            before.parts().stream().filter(part -> !part.left()).forEach(part -> neverStarted(part, nowNs));
        }
        desk.open();
        for (int i = 0; i < workers.size(); i++) {
            int share = shares.of(i, workers.size());
            if (share > 0) {
                prepare(new PhaseMember(workers.get(i), share, false, nowNs));
            } else {
                outbox.log(workers.get(i).name() + " gets no client in phase " + at.phase()
                        + ": there are more workers than clients");
            }
        }
    }

    private void neverStarted(InterruptedRow.Part part, long nowNs) {
        departing();
        String reason = "prepared by another coordinator, and not started";
        outbox.add(new Action.LeftBehind(at, part.session(), nowNs, reason, List.of()));
    }

    private void writePhase() {
        outbox.add(new Action.WritePhase(PhaseRows.phase(at, phase, startNs, endNs, roster.size())));
    }

    private void prepare(PhaseMember member) {
        roster.add(member);
        Prepare.Builder prepare = Prepare.newBuilder()
                .setAssignment(assignment)
                .setRunId(at.runId())
                .setStep(at.step())
                .setTrial(at.trial())
                .setPlan(step.planJson())
                .setPhaseOrdinal(phase.key().ordinal())
                .setClients(member.share)
                .setLeaseSize(submission.leaseSize())
                .addAllFiles(submission.files())
                .setDrainMs((int) (phase.spec().drainNs() / 1_000_000))
                .setJoining(member.joining);
        outbox.send(member.worker, Envelope.newBuilder().setPrepare(prepare));
    }

    // ---- after an earlier incarnation ----

    /** It was started by an earlier incarnation: the workers that served it may come back and tell what they hold. */
    public void goOn(InterruptedRow.Phase before, long nowNs) {
        startNs = before.startNs();
        endNs = before.endNs();
        state = State.RETURNING;
        begun = true;
        RestartRecovery expected = new RestartRecovery(
                before, nowNs + settings.returnTimeoutMs() * 1_000_000L, settings.returnTimeoutMs() * 1_000_000L);
        survivors = expected;
        intake.quarantined().recover(expected);
        intake.goOn(before.lastCompletionNs());
        desk.goOn(before.state(), expected.lost(), startNs, endNs);
        writePhase();
    }

    /** Whether this is a session of an earlier incarnation that is waited for. */
    public boolean awaits(Hello hello) {
        return state == State.RETURNING
                && survivors != null
                && survivors.awaits(hello.getPreviousSession(), hello.getName());
    }

    /**
     * A worker is back: what it holds is its own again, and what it has not reported yet comes next. False if the
     * session has nothing to do with the phase any more: then its worker is to join anew.
     */
    public boolean holding(WorkerSession worker, SessionState holding, long nowNs) {
        RestartRecovery expected = survivors;
        if (expected == null || roster.involves(worker)) {
            return true;
        }
        if (state != State.RETURNING || !expected.awaits(worker) || !owns(holding.getAssignment())) {
            expected.finished(worker);
            return false;
        }
        PhaseMember member = expected.back(worker, holding);
        roster.add(member);
        desk.adopt(member, holding, nowNs);
        outbox.log(worker.name() + " is back in phase " + at.phase());
        return true;
    }

    /** A session that was fenced before it said this: its leases are void, and what it still reports is known by them. */
    public void heldByFenced(WorkerSession worker, SessionState holding, long nowNs) {
        RestartRecovery expected = survivors;
        if (expected != null && owns(holding.getAssignment()) && !roster.involves(worker) && expected.served(worker)) {
            PhaseMember member = expected.back(worker, holding);
            member.leftNs = nowNs;
            member.leftReason = RestartRecovery.LOST + "fenced before it said what it holds";
            roster.add(member);
            intake.quarantined().fence(member, Grant.of(worker.session, holding, book.block(), nowNs));
        }
    }

    /** Nobody else is waited for: what nobody holds is granted again. */
    private void settle(RestartRecovery expected, long nowNs) {
        state = State.RUNNING;
        Set<Long> missing = Set.copyOf(expected.missing());
        List<IndexRange> lost = desk.settle(!missing.isEmpty());
        for (long session : missing) {
            departing();
            outbox.add(new Action.LeftBehind(at, session, nowNs, RestartRecovery.LOST + "did not come back", lost));
            // It may have been any of them: what one is said to have lost counts once.
            lost = List.of();
        }
        outbox.add(new Action.WriteChecks(List.of(expected.warning(at))));
        rebalance(nowNs);
        desk.serveAll(nowNs);
        if (stopped) {
            drainAll(nowNs);
        }
    }

    // ---- workers come and go ----

    /** A worker that came while the phase is under way. It gets its clients once it is warm and others have shrunk. */
    public void join(WorkerSession worker, long nowNs) {
        int active = roster.active().size() + 1;
        int share = shares.of(active - 1, active);
        boolean canJoin = state == State.PREPARING || state == State.RUNNING;
        if (canJoin && share > 0 && !roster.involves(worker)) {
            outbox.log(worker.name() + " joins phase " + at.phase());
            prepare(new PhaseMember(worker, share, state == State.RUNNING, nowNs));
        }
    }

    /** The worker wants to go: it drains; what it has not started goes to others. */
    public void leave(WorkerSession worker, String reason) {
        PhaseMember member = roster.find(worker);
        if (member != null && !member.drained) {
            member.leftReason = reason;
            sendDrain(member);
        }
    }

    /** The worker is gone: its leases are void, what it held and did not report is lost. */
    public void fence(WorkerSession worker, String reason, long nowNs) {
        PhaseMember member = roster.find(worker);
        if (member == null || member.leftNs > 0) {
            return;
        }
        member.leftReason = RestartRecovery.LOST + reason;
        intake.quarantined().fence(member, left(member, nowNs));
        rebalance(nowNs);
        startIfAllReady(nowNs);
        desk.serveAll(nowNs);
    }

    /** What it has neither reported nor given back is lost; returns these leases as they were. */
    private List<Grant> left(PhaseMember member, long nowNs) {
        List<Grant> open = book.fence(member.worker.session);
        member.leftNs = nowNs;
        member.lost =
                open.stream().flatMap(grant -> grant.openIndexes().stream()).toList();
        departing();
        outbox.add(new Action.WriteWorker(PhaseRows.worker(at, member)));
        return open;
    }

    private void departing() {
        departing++;
        book.holdLost(true);
    }

    /** Had another incarnation to believe what a session held whose indexes this one has granted again, both would count. */
    public void departed(long nowNs) {
        departing--;
        if (departing == 0) {
            book.holdLost(false);
            desk.serveAll(nowNs);
        }
    }

    private void rebalance(long nowNs) {
        List<PhaseMember> ready = roster.ready();
        if (state == State.RUNNING && !ready.isEmpty()) {
            shares.divide(ready);
            grow(ready, nowNs);
        }
    }

    private void grow(List<PhaseMember> ready, long nowNs) {
        if (shares.grow(roster.everyone(), ready) && begun) {
            ready.stream().filter(member -> member.enrolled && !member.started).forEach(member -> start(member, nowNs));
        }
    }

    public void shareTaken(WorkerSession worker, ConcurrencyApplied taken, long nowNs) {
        PhaseMember member = roster.find(worker);
        if (member != null && taken.getSerial() == member.shareSerial) {
            member.shareConfirmed = true;
            if (state == State.RUNNING) {
                grow(roster.ready(), nowNs);
            }
            startIfAllReady(nowNs);
        }
    }

    // ---- barrier ----

    public void ready(WorkerSession worker, Ready ready, long nowNs) {
        PhaseMember member = roster.find(worker);
        if (member == null || member.ready) {
            return;
        }
        member.ready = true;
        member.offsetNs = ready.getOffsetNs();
        member.offsetErrorNs = ready.getOffsetErrorNs();
        member.before = ready.getResources();
        worker.target = ready.getTargetMap();
        outbox.add(new Action.WriteWorker(PhaseRows.worker(at, member)));
        outbox.add(new Action.WriteResources(PhaseRows.before(at, member, nowNs)));
        if (state == State.RUNNING) {
            member.share = member.joining ? 0 : member.share;
            rebalance(nowNs);
        }
        startIfAllReady(nowNs);
    }

    private void startIfAllReady(long nowNs) {
        List<PhaseMember> active = roster.active();
        if (state != State.PREPARING || active.isEmpty() || !active.stream().allMatch(member -> member.ready)) {
            return;
        }
        shares.divide(active);
        if (!shares.settled(roster.everyone())) {
            return;
        }
        state = State.RUNNING;
        setStart(nowNs);
    }

    /** Nobody is told before it is durable: another incarnation must know that there may be somebody at work. */
    private void setStart(long nowNs) {
        startDelayNs = Math.max(2 * startDelayNs, leastStartDelayNs());
        startNs = nowNs + startDelayNs;
        endNs = phase.spec().durationNs() == 0 ? 0 : startNs + phase.spec().durationNs();
        writePhase();
    }

    private long leastStartDelayNs() {
        return Math.max(LEAST_START_DELAY_NS, 5 * longestRoundTripNs(roster.active()));
    }

    /** The start is durable. If the disk took too long for workers to be told in time, it is set once more, later. */
    public void written(long writtenStartNs, long nowNs) {
        if (state != State.RUNNING || begun || writtenStartNs != startNs) {
            return;
        }
        if (startNs - nowNs < leastStartDelayNs() / 2) {
            setStart(nowNs);
            return;
        }
        begun = true;
        desk.started(startNs, endNs);
        desk.serveAll(nowNs);
        rebalance(nowNs);
    }

    public void enrolled(long session, long nowNs) {
        PhaseMember member = roster.find(session);
        if (member != null) {
            member.enrolled = true;
            grow(roster.ready(), nowNs);
        }
    }

    private static long longestRoundTripNs(List<PhaseMember> members) {
        return members.stream()
                .mapToLong(member -> 2 * member.offsetErrorNs)
                .max()
                .orElse(0);
    }

    /** Whoever joins later is not late: in the closed model its clients are meant to start now. */
    private void start(PhaseMember member, long nowNs) {
        member.started = true;
        long fromNs = desk.openModel() ? startNs : Math.max(startNs, nowNs);
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setStart(Start.newBuilder()
                                .setAssignment(assignment)
                                .setStartNs(fromNs)
                                .setEndNs(endNs)));
    }

    // ---- leases and snapshots ----

    public void credit(WorkerSession worker, Credit credit, long nowNs) {
        PhaseMember member = roster.find(worker);
        if (member != null) {
            desk.credit(member, credit, nowNs);
        }
    }

    public void reserved(long durable, long nowNs) {
        desk.reserved(durable, nowNs);
    }

    public void returned(WorkerSession worker, Returned returned, long nowNs) {
        desk.returned(worker, returned, nowNs);
    }

    /** What is kept of this phase and not counted, now and after its end. */
    public Quarantine quarantined() {
        return intake.quarantined();
    }

    /** False if the snapshot contradicts what the worker holds. */
    public boolean snapshot(WorkerSession worker, Snapshot snapshot) {
        return intake.take(worker, snapshot);
    }

    public void committed(SnapshotKey key) {
        intake.committed(key);
    }

    // ---- the end ----

    public void drained(WorkerSession worker, Drained drained, long nowNs) {
        PhaseMember member = roster.find(worker);
        if (member != null && !member.drained) {
            member.drained = true;
            member.lastSeq = drained.getLastSeq();
            var unused = left(member, nowNs);
            rebalance(nowNs);
            startIfAllReady(nowNs);
        }
    }

    /** Grants nothing for now. */
    public void pause() {
        desk.pause(true);
    }

    public void goOnGranting(long nowNs) {
        desk.pause(false);
        desk.serveAll(nowNs);
    }

    /** Ends the phase with what was measured so far. */
    public void stop(long nowNs) {
        stopped = true;
        if (!begun) {
            startNs = nowNs;
            endNs = nowNs;
        }
        endNs = endNs == 0 ? 0 : Math.min(endNs, Math.max(nowNs, startNs));
        if (state == State.RETURNING && survivors != null) {
            survivors.hurry(nowNs);
        } else {
            drainAll(nowNs);
        }
    }

    /** Does not wait for operations in flight: workers give up what they do at once. */
    public void abort() {
        roster.everyone()
                .forEach(member -> outbox.send(
                        member.worker,
                        Envelope.newBuilder().setAbort(Abort.newBuilder().setAssignment(assignment))));
    }

    private void drainAll(long nowNs) {
        if (state != State.DRAINING && state != State.CLOSING) {
            state = State.DRAINING;
            drainStartedNs = nowNs;
            desk.close();
            roster.active().forEach(this::sendDrain);
        }
    }

    private void sendDrain(PhaseMember member) {
        if (!member.drainSent) {
            member.drainSent = true;
            outbox.send(
                    member.worker,
                    Envelope.newBuilder().setDrain(Drain.newBuilder().setAssignment(assignment)));
        }
    }

    /** What only time brings about. Returns a reason if the phase cannot go on. */
    @Nullable
    public String tick(List<WorkerSession> workers, long nowNs) {
        desk.tick(nowNs);
        if (state == State.RETURNING && survivors != null && survivors.over(workers, nowNs)) {
            settle(survivors, nowNs);
        }
        if (state == State.RUNNING && (book.complete() || timeIsUp(nowNs))) {
            drainAll(nowNs);
        }
        if (state == State.DRAINING && drainOver()) {
            close(nowNs);
        }
        return switch (state) {
            case PREPARING -> neverReady(nowNs).orElseGet(() -> withoutWorkers(nowNs));
            case RUNNING -> withoutWorkers(nowNs);
            case RETURNING, DRAINING, CLOSING -> null;
        };
    }

    /** With fewer workers than asked for it would be another measurement, so the run does not begin without this one. */
    private Optional<String> neverReady(long nowNs) {
        return roster.active().stream()
                .filter(member -> unready(member, nowNs))
                .findFirst()
                .map(member -> member.worker.name() + " was not ready for phase " + at.phase() + " within "
                        + settings.prepareTimeoutMs() / 1_000 + " s; see what it says");
    }

    private boolean unready(PhaseMember member, long nowNs) {
        return !member.ready && nowNs - member.joinedNs > settings.prepareTimeoutMs() * 1_000_000L;
    }

    /** Arrivals before the end that start late are waited for, as long as operations in flight may take. */
    private boolean timeIsUp(long nowNs) {
        if (!begun || endNs == 0 || nowNs < endNs) {
            return false;
        }
        return !desk.awaitsArrivals() || nowNs >= endNs + phase.spec().drainNs();
    }

    private @Nullable String withoutWorkers(long nowNs) {
        if (!roster.active().isEmpty()) {
            emptySinceNs = 0;
            return null;
        }
        emptySinceNs = emptySinceNs == 0 ? nowNs : emptySinceNs;
        boolean over = nowNs - emptySinceNs > submission.workerTimeoutNs();
        return over ? "no worker was left for " + submission.workerTimeoutNs() / 1_000_000_000 + " s" : null;
    }

    private boolean drainOver() {
        return intake.allCommitted() && roster.everyone().stream().allMatch(PhaseMember::settled);
    }

    /** Sessions that are overdue: not ready or not drained in time, or back without saying what they hold. */
    public List<WorkerSession> overdue(List<WorkerSession> workers, long nowNs) {
        long drainNs = phase.spec().drainNs() + settings.leaseTimeoutMs() * 2_000_000L;
        boolean drainOverdue = state == State.DRAINING && nowNs - drainStartedNs > drainNs;
        Stream<WorkerSession> members = roster.everyone().stream()
                .filter(member -> !member.worker.gone && !member.drained)
                .filter(member -> drainOverdue || (state == State.RUNNING && unready(member, nowNs)))
                .map(member -> member.worker);
        return Stream.concat(members, sayNothing(workers, nowNs)).toList();
    }

    /** Sessions that are here again and have not said in time what they hold. */
    private Stream<WorkerSession> sayNothing(List<WorkerSession> workers, long nowNs) {
        RestartRecovery expected = survivors;
        return state == State.RETURNING && expected != null && expected.impatient(nowNs)
                ? workers.stream().filter(expected::awaits)
                : Stream.empty();
    }

    /** Workers that have drained though the phase goes on: their session can do no more for it, another one can. */
    public List<WorkerSession> spent() {
        boolean goesOn = state == State.RUNNING || state == State.RETURNING;
        return roster.everyone().stream()
                .filter(member -> goesOn && member.drained && member.settled())
                .map(member -> member.worker)
                .filter(worker -> !worker.gone && !worker.leaving)
                .toList();
    }

    private void close(long nowNs) {
        state = State.CLOSING;
        if (endNs == 0) {
            endNs = intake.lastCompletionNs() == 0 ? nowNs : intake.lastCompletionNs();
        }
        boolean byReturns = phase.planned() < 0 && !desk.openModel();
        List<IndexRange> missing = book.missing(byReturns ? book.frontier() : planned(), !byReturns);
        String end = stopped ? "stopped" : "complete";
        outbox.add(new Action.ClosePhase(
                new PhaseEnd(at, end, endNs, planned(), book.executedAgain(), missing), seconds()));
    }

    private long planned() {
        return phase.planned() >= 0 ? phase.planned() : desk.plannedByDuration();
    }

    // ---- what others ask ----

    /** Whether the worker has a part in this phase, now or before. */
    public boolean involves(WorkerSession worker) {
        return roster.involves(worker);
    }

    /** Workers that wanted to go, and whose last result is durable. */
    public List<WorkerSession> leavers() {
        return roster.everyone().stream()
                .filter(member -> member.worker.leaving && !member.worker.gone && member.settled())
                .map(member -> member.worker)
                .toList();
    }

    public boolean owns(long assignmentId) {
        return assignment == assignmentId;
    }

    /** Whether a commit may be what its end waits for. */
    public boolean ending() {
        return state == State.DRAINING || (state == State.RUNNING && book.complete());
    }

    public boolean closing() {
        return state == State.CLOSING;
    }

    public boolean errorsSeen() {
        return intake.errorsSeen();
    }

    public int workers() {
        return roster.active().size();
    }

    public List<PhaseMember> everyone() {
        return roster.everyone();
    }

    /** Seconds until the end of a phase that is bound by its duration; -1 if it is not, or has not begun. */
    public double secondsLeft(long nowNs) {
        return state != State.RUNNING || endNs == 0 ? -1 : Math.max(0, endNs - nowNs) / 1e9;
    }

    /** Of a closed phase: what is known of the outcome of each index. */
    public PhaseKnown known() {
        return intake.known();
    }

    /** The measured time. */
    public double seconds() {
        return Math.max(0, endNs - startNs) / 1e9;
    }

    /** Indexes that snapshots cover. */
    public long covered() {
        return book.covered();
    }

    /** Arrivals of an open phase with a duration that no snapshot covers. */
    public long missedArrivals() {
        boolean counts = desk.openModel() && phase.planned() < 0 && !stopped;
        return counts ? planned() - book.covered() : 0;
    }
}

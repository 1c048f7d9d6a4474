package muster.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.OpenSchedule.Window;
import muster.coordinator.RunScript.StepScript;
import muster.protocol.Abort;
import muster.protocol.Acknowledge;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Drain;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Ready;
import muster.protocol.Resources;
import muster.protocol.Returned;
import muster.protocol.Series;
import muster.protocol.ShareTaken;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.store.IndexRange;
import muster.store.LeaseRow;
import muster.store.PhaseAt;
import muster.store.PhaseEnd;
import muster.store.PhaseRow;
import muster.store.SnapshotReport;
import muster.store.WorkerRow;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import org.jspecify.annotations.Nullable;

/** One phase: from Prepare, over the barrier, leases and snapshots, to the last member drained and all committed. */
final class PhaseExecution {
    private static final long LEAST_START_DELAY_NS = 200_000_000;
    private static final long FIRST_MARK = 1L << 20;

    /** Where the phase stands. */
    enum State {
        PREPARING,
        RUNNING,
        DRAINING,
        CLOSING
    }

    final PhaseAt at;
    final ExecutedPhase phase;
    private final StepScript step;
    private final Submission submission;
    private final CoordinatorSettings settings;
    private final long assignment;
    private final Outbox outbox;
    private final LeaseBook book;
    private final LeaseSizes sizes;
    private final Shares shares;
    private final @Nullable OpenSchedule open;
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final Map<Long, Grant> fencedGrants = new HashMap<>();
    private final Set<SnapshotKey> uncommitted = new HashSet<>();
    private State state = State.PREPARING;
    private long startNs;
    private long endNs;
    private long lastCompletionNs;
    private long drainStartedNs;
    private long emptySinceNs;
    private long mark = FIRST_MARK;
    private long markAsked = FIRST_MARK;
    private boolean stopped;
    private boolean errorsSeen;
    private int workersSeen;

    PhaseExecution(
            PhaseAt at,
            ExecutedPhase phase,
            StepScript step,
            Submission submission,
            CoordinatorSettings settings,
            long assignment,
            Outbox outbox) {
        this.at = at;
        this.phase = phase;
        this.step = step;
        this.submission = submission;
        this.settings = settings;
        this.assignment = assignment;
        this.outbox = outbox;
        int block = phase.actionsPerTransaction();
        long limit = phase.planned() < 0 ? Long.MAX_VALUE : phase.planned();
        this.book = new LeaseBook(limit, block);
        this.sizes = new LeaseSizes(submission.leaseSize(), block);
        this.shares = new Shares(concurrency(phase.spec()), assignment, outbox);
        PhaseSpec.Rate rate = phase.spec().rate();
        this.open = rate == null
                ? null
                : new OpenSchedule(rate, phase.key().hash(), block, phase.spec().durationNs(), limit);
    }

    private static int concurrency(PhaseSpec spec) {
        return spec.rate() == null ? spec.clients() : spec.maxInFlight();
    }

    /** Prepares every worker that gets at least one client; says which do not. */
    void begin(List<WorkerState> workers, long nowNs) {
        outbox.add(new Action.WritePhase(row("running")));
        outbox.add(new Action.Reserve(at, FIRST_MARK));
        for (int i = 0; i < workers.size(); i++) {
            int share = shares.of(i, workers.size());
            if (share > 0) {
                prepare(new Member(workers.get(i), share, false, nowNs));
            } else {
                outbox.log(workers.get(i).name() + " gets no client in phase " + at.phase()
                        + ": there are more workers than clients");
            }
        }
    }

    private void prepare(Member member) {
        members.put(member.worker.session, member);
        workersSeen++;
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

    // ---- workers come and go ----

    /** A worker that came while the phase is under way. It gets its clients once it is warm and others have shrunk. */
    void join(WorkerState worker, long nowNs) {
        int active = active().size() + 1;
        int share = shares.of(active - 1, active);
        boolean canJoin = state == State.PREPARING || state == State.RUNNING;
        if (canJoin && share > 0 && !members.containsKey(worker.session)) {
            outbox.log(worker.name() + " joins phase " + at.phase());
            prepare(new Member(worker, share, state == State.RUNNING, nowNs));
        }
    }

    /** The worker wants to go: it drains; what it has not started goes to others. */
    void leave(WorkerState worker, String reason) {
        Member member = members.get(worker.session);
        if (member != null && !member.drained) {
            member.leftReason = reason;
            sendDrain(member);
        }
    }

    /** The worker is gone: its leases are void, what it held and did not report is lost. */
    void fence(WorkerState worker, String reason, long nowNs) {
        Member member = members.get(worker.session);
        if (member == null || member.leftNs > 0) {
            return;
        }
        member.leftReason = reason;
        left(member, nowNs);
        book.fence(worker.session).forEach(grant -> fencedGrants.put(grant.lease, grant));
        rebalance();
        startIfAllReady(nowNs);
        serveAll(nowNs);
    }

    private void left(Member member, long nowNs) {
        member.leftNs = nowNs;
        outbox.add(new Action.WriteWorker(workerRow(member)));
    }

    private List<Member> active() {
        return members.values().stream().filter(Member::active).toList();
    }

    private void rebalance() {
        if (state != State.RUNNING) {
            return;
        }
        List<Member> ready = active().stream().filter(member -> member.ready).toList();
        if (!ready.isEmpty()) {
            shares.divide(ready);
            grow(ready);
        }
    }

    private void grow(List<Member> ready) {
        if (shares.grow(members.values(), ready)) {
            ready.stream().filter(member -> !member.started).forEach(this::start);
        }
    }

    void shareTaken(WorkerState worker, ShareTaken taken) {
        Member member = members.get(worker.session);
        if (member != null && taken.getSerial() == member.shareSerial) {
            member.shareConfirmed = true;
            grow(active().stream().filter(other -> other.ready).toList());
        }
    }

    // ---- barrier ----

    void ready(WorkerState worker, Ready ready, long nowNs) {
        Member member = members.get(worker.session);
        if (member == null || member.ready) {
            return;
        }
        member.ready = true;
        member.before = worker.resources;
        member.offsetNs = ready.getOffsetNs();
        member.offsetErrorNs = ready.getOffsetErrorNs();
        worker.target = ready.getTargetMap();
        outbox.add(new Action.WriteWorker(workerRow(member)));
        if (state == State.RUNNING) {
            member.share = member.joining ? 0 : member.share;
            rebalance();
        }
        startIfAllReady(nowNs);
    }

    private void startIfAllReady(long nowNs) {
        List<Member> active = active();
        if (state != State.PREPARING || active.isEmpty() || !active.stream().allMatch(member -> member.ready)) {
            return;
        }
        long roundTripNs = active.stream()
                .mapToLong(member -> 2 * member.offsetErrorNs)
                .max()
                .orElse(0);
        startNs = nowNs + Math.max(LEAST_START_DELAY_NS, 5 * roundTripNs);
        endNs = phase.spec().durationNs() == 0 ? 0 : startNs + phase.spec().durationNs();
        state = State.RUNNING;
        outbox.add(new Action.WritePhase(row("running")));
        active.forEach(this::start);
        rebalance();
    }

    private void start(Member member) {
        member.started = true;
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setStart(Start.newBuilder()
                                .setAssignment(assignment)
                                .setStartNs(startNs)
                                .setEndNs(endNs)));
    }

    // ---- leases ----

    void credit(WorkerState worker, Credit credit, long nowNs) {
        Member member = members.get(worker.session);
        if (member == null) {
            return;
        }
        member.connected = true;
        member.creditTotal = Math.max(member.creditTotal, credit.getTotal());
        member.ratePerS = credit.getRate();
        if (open != null) {
            grantWindows(nowNs);
        } else {
            serve(member, nowNs);
        }
    }

    private void serveAll(long nowNs) {
        members.values().forEach(member -> serve(member, nowNs));
    }

    private void serve(Member member, long nowNs) {
        boolean again = open == null || book.hasLostOrReturned();
        while (again && member.active() && member.granted < member.creditTotal && granting(nowNs)) {
            long size = sizes.next(member, book.remaining(), active().size());
            Grant grant = book.grant(member.worker.session, size, open == null ? mark : 0, nowNs);
            if (grant == null) {
                tellIdle(member);
                break;
            }
            send(member, grant, open == null ? 0 : open.timeNs(grant.first));
        }
        reserveAhead();
    }

    /** A member that finds nothing to do must not hold up the barrier. */
    private void tellIdle(Member member) {
        if (!member.ready && member.granted == 0) {
            sendLease(member, Lease.newBuilder().setAssignment(assignment));
        }
    }

    private boolean granting(long nowNs) {
        return switch (state) {
            case PREPARING -> true;
            case RUNNING -> endNs == 0 || nowNs < endNs;
            case DRAINING, CLOSING -> false;
        };
    }

    private void grantWindows(long nowNs) {
        List<Member> active = active().stream()
                .filter(member -> member.connected && !awaitsTurn(member))
                .toList();
        boolean all = active().stream().filter(member -> !member.joining).allMatch(member -> member.connected);
        if (open == null || active.isEmpty() || !all) {
            return;
        }
        long passed = state == State.PREPARING ? 0 : nowNs - startNs;
        while (!open.exhausted() && open.givenUntilNs() < passed + 2 * OpenSchedule.WINDOW_NS && granting(nowNs)) {
            grantWindow(active, open.next(active.size()), nowNs);
        }
        active.stream().filter(member -> member.granted == 0).forEach(this::tellIdle);
    }

    private boolean awaitsTurn(Member member) {
        return member.joining && !member.started && member.granted > 0;
    }

    private void grantWindow(List<Member> active, Window window, long nowNs) {
        List<Long> sessions =
                active.stream().map(member -> member.worker.session).toList();
        List<Grant> grants = book.grantWindow(sessions, window.count(), nowNs);
        for (int i = 0; i < grants.size(); i++) {
            send(active.get(i), grants.get(i), window.blockStartsNs().get(i));
        }
    }

    private void send(Member member, Grant grant, long firstIntendedNs) {
        member.granted++;
        sendLease(
                member,
                Lease.newBuilder()
                        .setAssignment(assignment)
                        .setLease(grant.lease)
                        .setFirst(grant.first)
                        .setCount(grant.count)
                        .setStride(grant.stride)
                        .setFirstIntendedNs(firstIntendedNs));
    }

    private void sendLease(Member member, Lease.Builder lease) {
        outbox.send(member.worker, Envelope.newBuilder().setLease(lease));
    }

    /** Asks for the next durable mark long before the frontier gets there: grants never wait for the disk. */
    private void reserveAhead() {
        if (book.frontier() > markAsked / 2) {
            markAsked *= 4;
            outbox.add(new Action.Reserve(at, markAsked));
        }
    }

    void reserved(long durable, long nowNs) {
        mark = Math.max(mark, durable);
        serveAll(nowNs);
    }

    void returned(WorkerState worker, Returned returned, long nowNs) {
        for (Coverage coverage : returned.getUnstartedList()) {
            List<IndexRange> positions = Reports.positions(coverage);
            Grant grant = book.find(worker.session, coverage.getLease());
            if (grant == null || positions == null || !book.giveBack(grant, positions)) {
                outbox.log(worker.name() + " returned indexes that it does not hold (lease " + coverage.getLease()
                        + "): ignored");
            }
        }
        serveAll(nowNs);
    }

    // ---- snapshots ----

    /** Accepted or refused as a whole; acknowledged only once it is durable. */
    boolean snapshot(WorkerState worker, Snapshot snapshot) {
        Member member = members.get(worker.session);
        if (member == null) {
            return false;
        }
        if (worker.gone) {
            quarantine(member, snapshot);
            return true;
        }
        if (snapshot.getSeq() < member.nextSeq) {
            acknowledge(member);
            return true;
        }
        return snapshot.getSeq() > member.nextSeq || accept(member, snapshot);
    }

    private boolean accept(Member member, Snapshot snapshot) {
        Map<Grant, List<IndexRange>> settled = resolve(member, snapshot);
        if (settled == null) {
            quarantine(member, snapshot);
            return false;
        }
        List<LeaseRow> rows = new ArrayList<>();
        List<IndexRange> covered = new ArrayList<>();
        settled.forEach((grant, positions) -> {
            book.cover(grant, positions);
            covered.addAll(grant.indexes(positions));
            rows.add(leaseRow(member, grant));
        });
        member.nextSeq++;
        lastCompletionNs = Math.max(lastCompletionNs, snapshot.getLastCompletionNs());
        observe(member, snapshot);
        errorsSeen |= snapshot.getSeriesList().stream().anyMatch(series -> isError(series.getOutcome()));
        SnapshotReport report = Reports.of(at, member, settings.epoch(), snapshot, true, covered);
        commit(new SnapshotKey(at, member.worker.session, snapshot.getSeq()), report, rows);
        return true;
    }

    /** Keeps what speaks for or against this generator. */
    private static void observe(Member member, Snapshot snapshot) {
        Resources resources = snapshot.getResources();
        member.worker.resources = resources;
        member.lateStartNs = Math.max(member.lateStartNs, resources.getLateStartNs());
        member.pacingLagMaxNs = Math.max(member.pacingLagMaxNs, resources.getPacingLagMaxNs());
        member.idleClients = resources.getClientsWithoutCompletion();
        member.clamped +=
                snapshot.getSeriesList().stream().mapToLong(Series::getClamped).sum();
    }

    private static boolean isError(String outcome) {
        return !outcome.equals("ok") && !outcome.equals("absent") && !outcome.equals("duplicate");
    }

    /** The positions that it covers in each lease; null if it claims what it does not hold, or its counts differ. */
    private @Nullable Map<Grant, List<IndexRange>> resolve(Member member, Snapshot snapshot) {
        if (!Reports.distinctLeases(snapshot.getCoverageList())) {
            return null;
        }
        Map<Grant, List<IndexRange>> settled = new LinkedHashMap<>();
        long covered = 0;
        for (Coverage coverage : snapshot.getCoverageList()) {
            Grant grant = book.find(member.worker.session, coverage.getLease());
            List<IndexRange> positions = Reports.positions(coverage);
            if (grant == null || positions == null || !grant.holds(positions)) {
                return null;
            }
            settled.put(grant, positions);
            covered += Reports.count(positions);
        }
        boolean exact =
                Reports.claimed(snapshot, "service") == covered && Reports.claimed(snapshot, "response") == covered;
        return exact ? settled : null;
    }

    private void quarantine(Member member, Snapshot snapshot) {
        List<IndexRange> covered = new ArrayList<>();
        for (Coverage coverage : snapshot.getCoverageList()) {
            Grant grant = fencedGrants.get(coverage.getLease());
            List<IndexRange> positions = Reports.positions(coverage);
            if (grant != null && positions != null && grant.session == member.worker.session) {
                covered.addAll(grant.indexes(positions));
            }
        }
        outbox.log("a snapshot of " + member.worker.name() + " is quarantined: " + member.leftReason);
        SnapshotReport report = Reports.of(at, member, settings.epoch(), snapshot, false, covered);
        commit(new SnapshotKey(at, member.worker.session, snapshot.getSeq()), report, List.of());
    }

    private void commit(SnapshotKey key, SnapshotReport report, List<LeaseRow> leases) {
        uncommitted.add(key);
        outbox.add(new Action.Commit(key, report, leases));
    }

    void committed(SnapshotKey key) {
        Member member = members.get(key.session());
        if (uncommitted.remove(key) && member != null && !member.worker.gone) {
            member.committedSeq = Math.max(member.committedSeq, key.seq());
            acknowledge(member);
        }
    }

    private void acknowledge(Member member) {
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setAcknowledge(Acknowledge.newBuilder()
                                .setAssignment(assignment)
                                .setThrough(member.committedSeq)));
    }

    // ---- the end ----

    void drained(WorkerState worker, Drained drained, long nowNs) {
        Member member = members.get(worker.session);
        if (member != null && !member.drained) {
            member.drained = true;
            member.lastSeq = drained.getLastSeq();
            left(member, nowNs);
            rebalance();
        }
    }

    /** Ends the phase with what was measured so far. */
    void stop(long nowNs) {
        stopped = true;
        if (state == State.PREPARING) {
            startNs = nowNs;
            endNs = nowNs;
        }
        endNs = endNs == 0 ? 0 : Math.min(endNs, Math.max(nowNs, startNs));
        drainAll(nowNs);
    }

    /** Does not wait for operations in flight: workers give up what they do at once. */
    void abort() {
        members.values()
                .forEach(member -> outbox.send(
                        member.worker,
                        Envelope.newBuilder().setAbort(Abort.newBuilder().setAssignment(assignment))));
    }

    private void drainAll(long nowNs) {
        if (state == State.PREPARING || state == State.RUNNING) {
            state = State.DRAINING;
            drainStartedNs = nowNs;
            active().forEach(this::sendDrain);
        }
    }

    private void sendDrain(Member member) {
        if (!member.drainSent) {
            member.drainSent = true;
            outbox.send(
                    member.worker,
                    Envelope.newBuilder().setDrain(Drain.newBuilder().setAssignment(assignment)));
        }
    }

    /** What only time brings about. Returns a reason if the phase cannot go on. */
    @Nullable
    String tick(long nowNs) {
        if (open != null) {
            grantWindows(nowNs);
        }
        if (state == State.RUNNING && (book.complete() || timeIsUp(nowNs))) {
            drainAll(nowNs);
        }
        if (state == State.DRAINING && drainOver()) {
            close(nowNs);
        }
        return state == State.PREPARING || state == State.RUNNING ? withoutWorkers(nowNs) : null;
    }

    /** Arrivals before the end that start late are waited for, as long as operations in flight may take. */
    private boolean timeIsUp(long nowNs) {
        if (endNs == 0 || nowNs < endNs) {
            return false;
        }
        boolean late = open != null && book.covered() < book.frontier();
        return !late || nowNs >= endNs + phase.spec().drainNs();
    }

    private @Nullable String withoutWorkers(long nowNs) {
        if (!active().isEmpty()) {
            emptySinceNs = 0;
            return null;
        }
        emptySinceNs = emptySinceNs == 0 ? nowNs : emptySinceNs;
        boolean over = nowNs - emptySinceNs > submission.workerTimeoutNs();
        return over ? "no worker was left for " + submission.workerTimeoutNs() / 1_000_000_000 + " s" : null;
    }

    private boolean drainOver() {
        return uncommitted.isEmpty() && members.values().stream().allMatch(Member::settled);
    }

    /** Sessions that are overdue: not ready in time, or not drained in time. */
    List<WorkerState> overdue(long nowNs) {
        long drainNs = phase.spec().drainNs() + settings.leaseTimeoutMs() * 2_000_000L;
        boolean drainOverdue = state == State.DRAINING && nowNs - drainStartedNs > drainNs;
        long prepareNs = settings.prepareTimeoutMs() * 1_000_000L;
        return members.values().stream()
                .filter(member -> !member.worker.gone && !member.drained)
                .filter(member -> drainOverdue || (!member.ready && nowNs - member.joinedNs > prepareNs))
                .map(member -> member.worker)
                .toList();
    }

    private void close(long nowNs) {
        state = State.CLOSING;
        if (endNs == 0) {
            endNs = lastCompletionNs == 0 ? nowNs : lastCompletionNs;
        }
        long planned = planned();
        List<IndexRange> missing =
                book.missing(phase.planned() < 0 && open == null ? book.frontier() : planned, !closedDuration());
        outbox.add(new Action.ClosePhase(
                new PhaseEnd(at, stopped ? "stopped" : "complete", endNs, planned, book.executedAgain(), missing),
                seconds()));
    }

    private boolean closedDuration() {
        return phase.planned() < 0 && open == null;
    }

    private long planned() {
        if (phase.planned() >= 0) {
            return phase.planned();
        }
        return open == null ? book.started() : open.planned();
    }

    // ---- rows and progress ----

    private PhaseRow row(String rowState) {
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
                workersSeen,
                rowState);
    }

    private WorkerRow workerRow(Member member) {
        return new WorkerRow(
                at,
                member.worker.name(),
                member.worker.session,
                member.worker.hello.getLanguage(),
                member.worker.hello.getHost(),
                member.share,
                member.offsetNs,
                member.offsetErrorNs,
                0,
                member.joinedNs,
                member.leftNs,
                member.leftReason,
                member.worker.hello.getEnvironmentMap(),
                member.worker.target);
    }

    private LeaseRow leaseRow(Member member, Grant grant) {
        return new LeaseRow(
                at,
                grant.lease,
                member.worker.name(),
                member.worker.session,
                settings.epoch(),
                grant.first,
                grant.count,
                grant.stride,
                grant.grantedNs,
                grant.settled() ? "done" : "granted");
    }

    boolean owns(long assignmentId) {
        return assignment == assignmentId;
    }

    /** Whether the worker has a part in this phase, now or before. */
    boolean involves(WorkerState worker) {
        return members.containsKey(worker.session);
    }

    /** Workers that wanted to go, and whose last result is durable. */
    List<WorkerState> leavers() {
        return members.values().stream()
                .filter(member -> member.worker.leaving && !member.worker.gone && member.settled())
                .map(member -> member.worker)
                .toList();
    }

    boolean closing() {
        return state == State.CLOSING;
    }

    boolean errorsSeen() {
        return errorsSeen;
    }

    int workers() {
        return active().size();
    }

    List<Member> everyone() {
        return List.copyOf(members.values());
    }

    /** Seconds until the end of a phase that is bound by its duration; -1 if it is not, or has not begun. */
    double secondsLeft(long nowNs) {
        return state != State.RUNNING || endNs == 0 ? -1 : Math.max(0, endNs - nowNs) / 1e9;
    }

    /** The measured time. */
    double seconds() {
        return Math.max(0, endNs - startNs) / 1e9;
    }

    /** Arrivals of an open phase with a duration that no snapshot covers. */
    long missedArrivals() {
        return open == null || phase.planned() >= 0 || stopped ? 0 : planned() - book.covered();
    }
}

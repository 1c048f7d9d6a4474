package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.lease.OpenSchedule.Window;
import muster.coordinator.core.membership.MemberLeases;
import muster.coordinator.core.membership.MemberStream;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.PhaseState;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.SessionState;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/**
 * Gives out the leases of one stream: to workers with credit in the closed model, window by window in the open one. It
 * never grants beyond the mark that the store has made durable (docs/semantics.md rule 16).
 */
public final class LeaseIssuer {
    private final int stream;
    private final long assignment;
    private final PhaseMembership membership;
    private final LeaseBook book;
    private final LeaseSizes sizes;
    private final @Nullable OpenSchedule schedule;
    private final Outbox outbox;
    private final int block;
    private final ReservedMark mark;
    /** Counted once a tick: the size of a lease needs it about, and counting for each would cost as many steps a lease. */
    private int members = 1;

    private long startNs;
    private long endNs = Long.MAX_VALUE;
    private boolean started;
    private boolean closed;
    private boolean returning;
    private boolean paused;

    public LeaseIssuer(
            PhaseAt at,
            int stream,
            ExecutedPhase phase,
            int leaseSize,
            long assignment,
            PhaseMembership membership,
            LeaseBook book,
            Outbox outbox) {
        this.stream = stream;
        this.assignment = assignment;
        this.membership = membership;
        this.book = book;
        this.outbox = outbox;
        this.block = phase.actionsPerTransaction();
        int clients = phase.spec().clients();
        this.sizes = new LeaseSizes(leaseSize, phase);
        this.schedule = schedule(phase);
        this.mark = new ReservedMark(at, book, Math.max(1, clients), leaseSize, outbox);
    }

    private static @Nullable OpenSchedule schedule(ExecutedPhase phase) {
        ArrivalSchedule arrivals = phase.arrivals();
        return arrivals == null
                ? null
                : new OpenSchedule(
                        arrivals, phase.actionsPerTransaction(), phase.spec().durationNs(), phase.limit());
    }

    public void open() {
        mark.open();
    }

    /** The phase runs; {@code endNs} is 0 if a count bounds it. */
    public void started(long phaseStartNs, long phaseEndNs) {
        members = Math.max(1, active().size());
        started = true;
        startNs = phaseStartNs;
        endNs = phaseEndNs == 0 ? Long.MAX_VALUE : phaseEndNs;
        mark.started(book.frontier(), phaseStartNs);
    }

    /** What an earlier incarnation reserved and the store holds; nothing is granted before {@link #settle}. */
    public void resume(PhaseState state, List<IndexRange> lost, long phaseStartNs, long phaseEndNs, long nowNs) {
        List<IndexRange> covered = own(state.covered());
        mark.resume(
                state.reserved().getOrDefault(stream, book.first()),
                ReservedMark.perWindow(SnapshotReports.count(covered), nowNs - phaseStartNs));
        long granted = schedule == null ? mark.ceiling() : book.first() + schedule.planned();
        book.resume(covered, own(lost), granted);
        started(phaseStartNs, phaseEndNs);
        returning = true;
    }

    /** Indexes of a phase that are of this stream. */
    private List<IndexRange> own(List<IndexRange> indexes) {
        return indexes.stream()
                .filter(range -> StreamIndex.stream(range.first()) == stream)
                .toList();
    }

    /** A session that returned after a restart holds its leases again. */
    public void adopt(PhaseMember member, SessionState holding, long nowNs) {
        Map<Long, List<IndexRange>> givenBack = givenBack(holding);
        grants(member.worker.session, holding, nowNs)
                .forEach(grant -> book.adopt(grant, givenBack.getOrDefault(grant.lease, List.of())));
    }

    /** The leases of this stream that a session of an earlier incarnation holds, as they were granted. */
    public List<Grant> grants(long session, SessionState holding, long nowNs) {
        return holding.getLeasesList().stream()
                .filter(lease -> StreamIndex.stream(lease.getFirst()) == stream)
                .map(lease -> new Grant(
                        lease.getLease(),
                        session,
                        lease.getFirst(),
                        lease.getCount(),
                        Math.max(1, lease.getStride()),
                        block,
                        nowNs))
                .toList();
    }

    private static Map<Long, List<IndexRange>> givenBack(SessionState holding) {
        Map<Long, List<IndexRange>> givenBack = new HashMap<>();
        for (Coverage coverage : holding.getReturnedList()) {
            List<IndexRange> positions = SnapshotReports.positions(coverage);
            if (positions != null) {
                givenBack
                        .computeIfAbsent(coverage.getLease(), lease -> new ArrayList<>())
                        .addAll(positions);
            }
        }
        return givenBack;
    }

    /** Nobody else is waited for: what nobody holds is granted again. Returns what is lost by this. */
    public List<IndexRange> settle(boolean missing, long nowNs) {
        returning = false;
        List<IndexRange> lost = book.settle(missing);
        mark.started(book.frontier(), nowNs);
        return lost;
    }

    /** Grants nothing for now. */
    public void pause() {
        paused = true;
    }

    /** Grants again after a pause. */
    public void unpause(long nowNs) {
        paused = false;
        serveAll(nowNs);
    }

    /** Grants nothing more. */
    public void close() {
        closed = true;
    }

    /** A worker asks for leases. */
    public void credit(WorkerSession worker, Credit credit, long nowNs) {
        PhaseMember member = membership.find(worker);
        if (member == null) {
            return;
        }
        leases(member).request(credit.getTotal(), credit.getRate());
        if (schedule == null) {
            serve(member, nowNs);
        } else {
            grantWindows(nowNs);
        }
    }

    private MemberLeases leases(PhaseMember member) {
        return member.stream(stream).leases();
    }

    /** Something may be there for those who still have credit. */
    public void serveAll(long nowNs) {
        membership.everyone().forEach(member -> serve(member, nowNs));
    }

    private void serve(PhaseMember member, long nowNs) {
        MemberStream part = member.stream(stream);
        MemberLeases leases = part.leases();
        while (member.active() && leases.wanted() > 0 && granting(nowNs) && mayServe()) {
            long size = sizes.next(part, book.ungranted(), started, members);
            leases.sized(size);
            Grant grant = size == 0
                    ? null
                    : book.grant(member.worker.session, size, schedule == null ? mark.ceiling() : 0, nowNs);
            if (grant == null) {
                tellIdle(member);
                break;
            }
            send(member, grant, schedule == null ? 0 : schedule.timeNs(grant.first - book.first()));
        }
        followWithMark(nowNs);
    }

    private void followWithMark(long nowNs) {
        if (schedule == null && !returning) {
            mark.follow(book.frontier(), nowNs);
        }
    }

    /** What is new in the open model goes out in windows; only what came back is granted singly. */
    private boolean mayServe() {
        return schedule == null || book.hasLostOrReturned();
    }

    private boolean granting(long nowNs) {
        return !closed && !returning && !paused && nowNs < endNs;
    }

    /** A member that finds nothing to do must not hold up the barrier. */
    private void tellIdle(PhaseMember member) {
        if (!member.start.ready() && leases(member).granted() == 0) {
            sendLease(member, Lease.newBuilder().setAssignment(assignment).setFirst(book.first()));
        }
    }

    public void tick(long nowNs) {
        members = Math.max(1, active().size());
        if (schedule != null) {
            grantWindows(nowNs);
        }
        followWithMark(nowNs);
    }

    /** Windows go to all members of the moment at once, so all must be connected before the first. */
    private void grantWindows(long nowNs) {
        List<PhaseMember> active = active().stream()
                .filter(member -> leases(member).connected() && !awaitsTurn(member))
                .toList();
        boolean complete = active().stream()
                .allMatch(member -> member.joining || leases(member).connected());
        if (schedule == null || active.isEmpty() || !complete) {
            return;
        }
        long passedNs = started ? nowNs - startNs : 0;
        while (!schedule.exhausted()
                && schedule.givenUntilNs() < passedNs + 2 * OpenSchedule.WINDOW_NS
                && granting(nowNs)) {
            grantWindow(active, schedule.next(active.size()), nowNs);
        }
        active.stream().filter(member -> leases(member).granted() == 0).forEach(this::tellIdle);
    }

    /** Those that have clients of this stream. */
    private List<PhaseMember> active() {
        return membership.active().stream()
                .filter(member -> member.stream(stream).clients().share() > 0)
                .toList();
    }

    private boolean awaitsTurn(PhaseMember member) {
        return member.joining && !member.start.started() && leases(member).granted() > 0;
    }

    private void grantWindow(List<PhaseMember> active, Window window, long nowNs) {
        List<Long> sessions =
                active.stream().map(member -> member.worker.session).toList();
        List<Grant> grants = book.grantWindow(sessions, window.count(), nowNs);
        for (int i = 0; i < grants.size(); i++) {
            send(active.get(i), grants.get(i), window.blockStartsNs().get(i));
        }
    }

    private void send(PhaseMember member, Grant grant, long firstIntendedNs) {
        leases(member).grant(grant.count);
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

    private void sendLease(PhaseMember member, Lease.Builder lease) {
        outbox.send(member.worker, Envelope.newBuilder().setLease(lease));
    }

    public void reserved(long durable, long nowNs) {
        mark.reserved(durable);
        serveAll(nowNs);
    }

    /** Whether this is the open model and arrivals that were granted are not covered yet. */
    public boolean awaitsArrivals() {
        return schedule != null && book.covered() < book.granted();
    }

    /** Indexes that the stream planned, if its phase's duration bounds it (docs/semantics.md rule 15). */
    public long plannedByDuration() {
        return schedule == null ? book.started() : schedule.planned();
    }

    /** Indexes that were given out and not given back. */
    public long started() {
        return book.started();
    }

    public boolean openModel() {
        return schedule != null;
    }
}

package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseIssuer;
import muster.coordinator.core.lease.SnapshotReports;
import muster.coordinator.core.membership.ConcurrencyShares;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import muster.workloads.plan.ExecutedPhase;
import org.jspecify.annotations.Nullable;

/** The streams of one phase, by number, and what concerns them all. */
public final class PhaseStreams {
    private final List<PhaseStream> all;
    private final Outbox outbox;

    PhaseStreams(List<PhaseStream> all, Outbox outbox) {
        this.all = List.copyOf(all);
        this.outbox = outbox;
    }

    /** One stream for each load that the phase offers. */
    static PhaseStreams of(
            PhaseAt at,
            ExecutedPhase phase,
            int leaseSize,
            long assignment,
            PhaseMembership members,
            UniqueNumbers numbers,
            Outbox outbox) {
        LeaseBook.LeaseNumbers leases = new LeaseBook.LeaseNumbers(numbers.base());
        List<PhaseStream> all = new ArrayList<>();
        for (ExecutedPhase load : phase.loads()) {
            int number = all.size();
            LeaseBook book =
                    new LeaseBook(StreamIndex.first(number), load.limit(), load.actionsPerTransaction(), leases);
            all.add(new PhaseStream(
                    number,
                    phase.streams().isEmpty() ? "" : load.name(),
                    load,
                    book,
                    new LeaseIssuer(at, number, load, leaseSize, assignment, members, book, outbox),
                    new ConcurrencyShares(number, load.spec().clients(), assignment, numbers.base(), outbox),
                    ClientsProfile.of(load.spec())));
        }
        return new PhaseStreams(all, outbox);
    }

    public List<PhaseStream> all() {
        return all;
    }

    /** Null if there is none of this number. */
    @Nullable
    public PhaseStream find(int number) {
        return number >= 0 && number < all.size() ? all.get(number) : null;
    }

    /** "" for the only one of a phase, and for a number that no stream has. */
    String name(int number) {
        PhaseStream stream = find(number);
        return stream == null ? "" : stream.name();
    }

    /** The stream that an index is of. */
    private PhaseStream of(long index) {
        return all.get(StreamIndex.stream(index));
    }

    // ---- leases ----

    void open() {
        all.forEach(stream -> stream.issuer().open());
    }

    /** The phase runs; {@code endNs} is 0 if a count bounds it. */
    void started(long startNs, long endNs) {
        all.forEach(stream -> stream.issuer().started(startNs, endNs));
    }

    void tick(long nowNs) {
        all.forEach(stream -> stream.issuer().tick(nowNs));
    }

    /** Something may be there for those who still have credit. */
    void serveAll(long nowNs) {
        all.forEach(stream -> stream.issuer().serveAll(nowNs));
    }

    /** The store has made a mark durable. */
    public void reserved(long mark, long nowNs) {
        of(mark).issuer().reserved(mark, nowNs);
    }

    /** Nothing is granted for now. */
    public void pause() {
        all.forEach(stream -> stream.issuer().pause());
    }

    /** Grants again after a pause. */
    public void unpause(long nowNs) {
        all.forEach(stream -> stream.issuer().unpause(nowNs));
    }

    /** Nothing more is granted. */
    void close() {
        all.forEach(stream -> stream.issuer().close());
    }

    /** While this is true nothing that a session lost is granted again. */
    void holdLost(boolean yes) {
        all.forEach(stream -> stream.book().holdLost(yes));
    }

    /** The lease if it is open and of this session, else null. */
    @Nullable
    Grant find(long session, long lease) {
        for (PhaseStream stream : all) {
            Grant grant = stream.book().find(session, lease);
            if (grant != null) {
                return grant;
            }
        }
        return null;
    }

    /** The leases that a session of an earlier incarnation holds, as they were granted. */
    List<Grant> grants(long session, SessionState holding, long nowNs) {
        return all.stream()
                .flatMap(stream -> stream.issuer().grants(session, holding, nowNs).stream())
                .toList();
    }

    /** Nobody else is waited for after a restart: returns what is lost by this. */
    List<IndexRange> settle(boolean missing, long nowNs) {
        List<IndexRange> lost = new ArrayList<>();
        all.forEach(stream -> lost.addAll(stream.issuer().settle(missing, nowNs)));
        return lost;
    }

    /** These positions of a lease that is open are covered by a snapshot. */
    void cover(Grant grant, List<IndexRange> positions) {
        of(grant.first).book().cover(grant, positions);
    }

    /** What was covered is lost after all: the store does not believe the snapshot. */
    void uncover(List<IndexRange> indexes) {
        indexes.forEach(range -> of(range.first()).book().uncover(List.of(range)));
    }

    /** A worker asks for leases; one that has no part in the phase may name a stream that there is not. */
    public void credit(WorkerSession worker, Credit credit, long nowNs) {
        PhaseStream stream = find(credit.getStream());
        if (stream != null) {
            stream.issuer().credit(worker, credit, nowNs);
        }
    }

    /** A worker gives back what it has not started. */
    public void returned(WorkerSession worker, Returned returned, long nowNs) {
        for (Coverage coverage : returned.getUnstartedList()) {
            List<IndexRange> positions = SnapshotReports.positions(coverage);
            Grant grant = find(worker.session, coverage.getLease());
            if (grant == null || positions == null || !of(grant.first).book().giveBack(grant, positions)) {
                outbox.log(worker.name() + " returned indexes that it does not hold (lease " + coverage.getLease()
                        + "): ignored");
            }
        }
        serveAll(nowNs);
    }

    /** The session left: what it held and did not report is lost. Returns its open leases as they were. */
    List<Grant> fence(long session) {
        return all.stream()
                .flatMap(stream -> stream.book().fence(session).stream())
                .toList();
    }

    /** Sessions with leases of which they have neither reported nor given back all. */
    Set<Long> holders() {
        Set<Long> holders = new HashSet<>();
        all.forEach(stream -> holders.addAll(stream.book().holders()));
        return holders;
    }

    // ---- clients ----

    /** How many clients of each stream the member at a position may run. */
    List<Integer> shares(int position, int members) {
        return all.stream().map(stream -> stream.shares().of(position, members)).toList();
    }

    /** Sets new targets for those who are there and shrinks who has too much. */
    void divide(List<PhaseMember> active) {
        all.forEach(stream -> stream.shares().divide(active));
    }

    /** Whether whoever was to shrink has done so, or is no longer here. */
    boolean settled(List<PhaseMember> everyone) {
        return all.stream().allMatch(stream -> stream.shares().settled(everyone));
    }

    /** Lets members grow to their targets if all shrinking is confirmed and every leaver is done. */
    boolean grow(List<PhaseMember> everyone, List<PhaseMember> active) {
        boolean settled = settled(everyone);
        if (settled) {
            all.forEach(stream -> stream.shares().grow(active));
        }
        return settled;
    }

    /** It joined a phase that is running: it gets its clients once others have shrunk. */
    void joined(PhaseMember member) {
        all.forEach(stream -> stream.shares().joined(member));
    }

    /**
     * Sets how many clients run, where a profile says it.
     *
     * @param sinceStartNs 0 before the start
     * @return whether a number has changed, and they must be divided anew
     */
    boolean followProfiles(long sinceStartNs) {
        boolean changed = false;
        for (PhaseStream stream : all) {
            ClientsProfile profile = stream.profile();
            changed |= profile != null && stream.shares().total(profile.clients(sinceStartNs));
        }
        return changed;
    }

    // ---- sums ----

    private long sum(ToLongFunction<LeaseBook> of) {
        long sum = 0;
        for (PhaseStream stream : all) {
            sum += of.applyAsLong(stream.book());
        }
        return sum;
    }

    /** Whether all that is planned is covered. */
    boolean complete() {
        return all.stream().allMatch(stream -> stream.book().complete());
    }

    /** Indexes that accepted snapshots cover. */
    public long covered() {
        return sum(LeaseBook::covered);
    }

    /** Of what was lost: what was granted again, each index as often as that was so. */
    public long executedAgain() {
        return sum(LeaseBook::executedAgain);
    }

    /** Whether a stream has clients that start one operation after the other. */
    boolean closedModel() {
        return all.stream().anyMatch(stream -> !stream.issuer().openModel());
    }

    /** Whether a stream has arrivals at set times. */
    boolean openModel() {
        return all.stream().anyMatch(stream -> stream.issuer().openModel());
    }

    /** Whether arrivals that were granted are not covered yet. */
    boolean awaitsArrivals() {
        return all.stream().anyMatch(stream -> stream.issuer().awaitsArrivals());
    }
}

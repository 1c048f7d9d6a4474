package muster.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;
import muster.coordinator.core.event.Action;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SnapshotReport;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.Lease;
import muster.protocol.SessionState;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.ExecutedPhase;

/** Who holds each index of the phase that is under way, and which are covered. */
final class HolderBook {
    private static final long NOBODY = 0;
    private static final long COVERED = -1;

    private final Timeline time;
    private final int block;
    private final Function<PhaseAt, ExecutedPhase> phases;
    private final Map<Long, Lease> leases = new HashMap<>();
    private final Map<Long, Long> holder = new HashMap<>();
    /** Sessions that were ever granted something: of others nothing is to be looked for. */
    private final Set<Long> held = new HashSet<>();

    /** Who held what is covered, for a crash may undo that. */
    private final Map<Long, Long> undone = new HashMap<>();

    /** Where a lease ended within a block, by stream: there it ends. */
    private final Map<Integer, Long> endsAt = new HashMap<>();

    private final Map<Integer, Long> highest = new HashMap<>();

    HolderBook(Timeline time, int block, Function<PhaseAt, ExecutedPhase> phases) {
        this.time = time;
        this.block = block;
        this.phases = phases;
    }

    /** Another phase is prepared. */
    void clear() {
        holder.clear();
        undone.clear();
        leases.clear();
        endsAt.clear();
        highest.clear();
    }

    /** A session that does not go on holds nothing, though another one before a crash may have had its number. */
    void begins(long session) {
        if (held.contains(session)) {
            holder.values().removeIf(holds -> holds == session);
        }
    }

    /** What a worker holds by its own account: leases that were on their way to it never arrived. */
    void claimed(long session, SessionState state) {
        held.add(session);
        holder.values().removeIf(holds -> holds == session);
        for (Lease lease : state.getLeasesList()) {
            leases.put(lease.getLease(), lease);
            for (long position = 0; position < lease.getCount(); position++) {
                holder.putIfAbsent(index(lease, position), session);
            }
        }
        state.getReturnedList().forEach(returned -> freed(session, returned));
    }

    void freed(long session, Coverage positions) {
        Lease lease = leases.get(positions.getLease());
        if (lease != null) {
            indexes(lease, positions).forEach(index -> holder.remove(index, session));
        }
    }

    /**
     * The coordinator grants a lease.
     *
     * @param present whether a session is here
     * @param believed whether another incarnation would wait for a session, and take what it holds for its own
     */
    void granted(long session, Lease lease, LongPredicate present, LongPredicate believed) {
        held.add(session);
        Lease before = leases.put(lease.getLease(), lease);
        if (before != null && !before.equals(lease)) {
            throw time.violation(
                    "lease " + lease.getLease() + " is granted to session " + session + ", and is another one");
        }
        for (long position = 0; position < lease.getCount(); position++) {
            grant(session, index(lease, position), present, believed);
        }
    }

    /**
     * A lease is of whole blocks, none of which lies beyond the end of the phase.
     *
     * @param mark no index from here on may be granted, unless the schedule of the phase says which there are
     */
    void whole(PhaseAt at, Lease lease, long mark) {
        int stream = StreamIndex.stream(lease.getFirst());
        ExecutedPhase phase = phases.apply(at).loads().get(stream);
        long last = index(lease, lease.getCount() - 1);
        highest.merge(stream, last, Math::max);
        if (lease.getCount() % block != 0) {
            endsAt.merge(stream, last + 1, Math::min);
        }
        boolean beyond = highest.getOrDefault(stream, -1L) >= endsAt.getOrDefault(stream, Long.MAX_VALUE);
        if (StreamIndex.position(lease.getFirst()) % block != 0 || beyond) {
            throw time.violation("lease " + lease.getLease() + " of indexes " + lease.getFirst() + " to " + last
                    + " splits a transaction of " + block);
        }
        if (StreamIndex.stream(last) != stream || StreamIndex.position(last) >= phase.limit()) {
            throw time.violation(
                    "index " + last + " is granted, which the phase does not have: it has " + phase.limit());
        }
        ArrivalSchedule arrivals = phase.arrivals();
        if (arrivals != null
                && lease.getFirstIntendedNs()
                        != arrivals.timeNs(0, arrivals.first(), StreamIndex.position(lease.getFirst()))) {
            throw time.violation("index " + lease.getFirst() + " is meant to start " + lease.getFirstIntendedNs()
                    + " ns after the start, which the schedule does not say");
        }
        if (arrivals == null && last >= mark) {
            throw time.violation("index " + last + " is granted though only those below " + mark + " are reserved");
        }
    }

    /**
     * A mark is durable, which may be lower than the one before: nothing lies beyond it that is covered, or that a session
     * holds which may work. What was granted to one that was never started is not executed.
     */
    void reserved(Action.Reserve reserve, LongPredicate mayWork) {
        int stream = StreamIndex.stream(reserve.mark());
        long last = holder.entrySet().stream()
                .filter(held -> StreamIndex.stream(held.getKey()) == stream)
                .filter(held -> held.getValue() == COVERED || mayWork.test(held.getValue()))
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElse(-1);
        ExecutedPhase load = phases.apply(reserve.at()).loads().get(stream);
        if (load.arrivals() == null && last >= reserve.mark()) {
            throw time.violation(
                    "index " + last + " was granted, and only those below " + reserve.mark() + " are reserved");
        }
    }

    private void grant(long session, long index, LongPredicate present, LongPredicate believed) {
        long before = holder.getOrDefault(index, NOBODY);
        if (before == COVERED) {
            throw time.violation("index " + index + " is granted to session " + session + " though it is covered");
        }
        if (before != NOBODY && before != session && present.test(before)) {
            throw time.violation(
                    "index " + index + " is granted to session " + session + " while " + before + " holds it");
        }
        if (before != NOBODY && before != session && believed.test(before)) {
            throw time.violation("index " + index + " of session " + before
                    + " is granted again before it is durable that this session has left");
        }
        holder.put(index, session);
        undone.remove(index);
    }

    /** An accepted snapshot covers indexes that its session holds. Returns how many. */
    long covered(SnapshotReport report) {
        long indexes = 0;
        for (IndexRange range : report.covered()) {
            indexes += range.count();
            for (long i = 0; i < range.count(); i++) {
                cover(report.key().session(), range.first() + i * range.stride());
            }
        }
        return indexes;
    }

    private void cover(long session, long index) {
        long before = holder.getOrDefault(index, NOBODY);
        if (before != session) {
            throw time.violation("session " + session + " covers index " + index + ", which "
                    + (before == COVERED ? "is covered" : before + " holds"));
        }
        holder.put(index, COVERED);
        undone.put(index, session);
    }

    /** The coordinator died: what is not durable is not covered, and held as before. */
    void died(LongPredicate durable) {
        undone.forEach((index, session) -> {
            if (!durable.test(index)) {
                holder.put(index, session);
            }
        });
        undone.clear();
    }

    private List<Long> indexes(Lease lease, Coverage coverage) {
        List<Long> indexes = new ArrayList<>();
        long position = 0;
        for (int i = 0; i < coverage.getRunsCount(); i += 2) {
            position += coverage.getRuns(i);
            for (long end = position + coverage.getRuns(i + 1); position < end; position++) {
                indexes.add(index(lease, position));
            }
        }
        return indexes;
    }

    /** The index at this position of a lease. */
    long index(Lease lease, long position) {
        return lease.getFirst() + position / block * lease.getStride() * block + position % block;
    }
}

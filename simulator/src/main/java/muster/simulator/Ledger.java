package muster.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.SnapshotKey;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import muster.protocol.Task;
import muster.store.file.row.IndexRange;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.SnapshotReport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps its own books, from nothing but messages and writes, and compares: it shares no code with the coordinator's.
 * Every method throws {@link Violation} when a rule of SEMANTICS 13 to 18 does not hold.
 */
final class Ledger {
    private static final long NOBODY = 0;
    private static final long COVERED = -1;

    private final Timeline time;
    private final int clients;
    private final int block;
    private final long leaseTimeoutNs;
    private final Set<Long> present = new HashSet<>();
    private final Map<Long, Long> heardNs = new HashMap<>();
    /** By session, the number of the last message that counts. */
    private final Map<Long, Long> heardNumber = new HashMap<>();

    /** By session, the numbers of what was said to it. */
    private final Map<Long, BitSet> saidNumbers = new HashMap<>();

    private final Map<Long, Integer> inFlight = new HashMap<>();
    private final Map<Long, Lease> leases = new HashMap<>();
    private final Map<Long, Long> holder = new HashMap<>();
    /** Sessions that were ever granted something: of others nothing is to be looked for. */
    private final Set<Long> held = new HashSet<>();

    private final Map<SnapshotKey, SnapshotReport> durable = new LinkedHashMap<>();
    private final Map<PhaseAt, BitSet> covered = new HashMap<>();
    /** Who held what is covered, for a crash may undo that. */
    private final Map<Long, Long> undone = new HashMap<>();

    /** Sessions that this incarnation of the coordinator has fenced. */
    private final Set<Long> fenced = new HashSet<>();
    /** Sessions of which this incarnation knows what they hold: it granted them that, or they said so. */
    private final Set<Long> known = new HashSet<>();

    private final ExecutionCounts executions = new ExecutionCounts();
    private final Map<Long, PhaseAt> phases = new HashMap<>();
    private final Map<PhaseAt, Set<Long>> enrolled = new HashMap<>();
    private final Map<PhaseAt, Set<Long>> departed = new HashMap<>();
    private final Set<PhaseAt> begun = new HashSet<>();
    /** By task, the session that has it and has not answered yet. */
    private final Map<Long, Long> tasks = new HashMap<>();

    private @Nullable PhaseAt writing;

    private final Set<Said> said = new HashSet<>();
    private @Nullable Said late;

    private @Nullable PhaseAt current;
    private long assignment;
    private long busy;
    private long sessionsFenced;

    /** One snapshot as its worker numbers it. */
    private record Said(long session, long assignment, long seq) {}

    Ledger(Timeline time, int clients, int block, long leaseTimeoutNs) {
        this.time = time;
        this.clients = clients;
        this.block = block;
        this.leaseTimeoutNs = leaseTimeoutNs;
    }

    Violation violation(String text) {
        return new Violation(text + " (at " + time.nowNs() / 1_000_000 + " ms)");
    }

    // ---- what comes in ----

    /** The coordinator is about to hear this, which is said to it and not to one before it. */
    void heard(Envelope envelope) {
        heardNs.put(envelope.getSession(), time.nowNs());
        if (envelope.hasSnapshot()) {
            Snapshot snapshot = envelope.getSnapshot();
            Said now = new Said(envelope.getSession(), snapshot.getAssignment(), snapshot.getSeq());
            boolean mustBeKept = fenced.contains(envelope.getSession()) && known.contains(envelope.getSession());
            late = said.add(now) && mustBeKept ? now : null;
        }
        if (envelope.hasSessionState()) {
            known.add(envelope.getSession());
        }
        if (present.contains(envelope.getSession()) && isNext(envelope)) {
            told(envelope.getSession(), envelope);
        }
    }

    /** What is numbered counts once and in order: a network may double it, and let it come late. */
    private boolean isNext(Envelope envelope) {
        long number = envelope.getNumber();
        return number == 0 || heardNumber.replace(envelope.getSession(), number - 1, number);
    }

    private void told(long session, Envelope envelope) {
        long holds = envelope.getSessionState().getAssignment();
        if (envelope.hasSessionState() && (holds == assignment || holds == 0)) {
            claimed(session, envelope.getSessionState());
        }
        if (envelope.hasTaskResult()) {
            tasks.remove(envelope.getTaskResult().getTask(), session);
        }
        if (envelope.hasReturned()) {
            envelope.getReturned().getUnstartedList().forEach(unstarted -> freed(session, unstarted));
        }
    }

    private void freed(long session, Coverage positions) {
        Lease lease = leases.get(positions.getLease());
        if (lease != null) {
            indexes(lease, positions).forEach(index -> holder.remove(index, session));
        }
    }

    /** To a coordinator that was started anew: leases that were on their way never reached it. */
    private void claimed(long session, SessionState holding) {
        held.add(session);
        holder.values().removeIf(holds -> holds == session);
        for (Lease lease : holding.getLeasesList()) {
            leases.put(lease.getLease(), lease);
            for (long position = 0; position < lease.getCount(); position++) {
                holder.putIfAbsent(index(lease, position), session);
            }
        }
        holding.getReturnedList().forEach(returned -> freed(session, returned));
    }

    // ---- what the coordinator does ----

    void did(Action action) {
        switch (action) {
            case Action.Send send -> sent(send.envelope());
            case Action.WriteWorker worker
            when worker.row().leftNs() > 0 -> {
                left(worker.row().session(), worker.row().leftReason());
                if (!worker.row().lost().isEmpty()) {
                    executions.lost(worker.row().at());
                }
            }
            case Action.LeftBehind behind -> {
                left(behind.session(), behind.reason());
                if (!behind.lost().isEmpty()) {
                    executions.lost(behind.at());
                }
            }
            case Action.WritePhase phase -> writing = phase.row().at();
            case Action.Commit commit -> taken(commit.report());
            default -> {
                // Decides nothing that is promised.
            }
        }
    }

    /** All that the coordinator makes of one event is done. */
    void decided() {
        Said forgotten = late;
        late = null;
        if (forgotten != null) {
            throw violation("the late snapshot " + forgotten.seq() + " of session " + forgotten.session()
                    + ", which is fenced, is not kept");
        }
    }

    private void sent(Envelope envelope) {
        if (isNew(envelope)) {
            promised(envelope);
        }
    }

    /** What is said again is heard once, and nobody acts on it after its phase. */
    private boolean isNew(Envelope envelope) {
        int number = Math.toIntExact(envelope.getNumber());
        BitSet numbers = saidNumbers.computeIfAbsent(envelope.getSession(), session -> new BitSet());
        boolean again = number > 0 && numbers.get(number);
        numbers.set(number);
        return !again;
    }

    private void promised(Envelope envelope) {
        switch (envelope.getBodyCase()) {
            case WELCOME -> joined(envelope.getSession(), envelope.getWelcome().getResumed());
            case PREPARE -> prepared(envelope.getPrepare().getAssignment());
            case START -> starts(envelope.getSession(), envelope.getStart().getAssignment());
            case TASK -> {
                nobodyHasATask(envelope.getTask().getTask());
                tasks.put(envelope.getTask().getTask(), envelope.getSession());
                if (envelope.getTask().getKind().equals("verify")) {
                    verifies(envelope.getTask());
                }
            }
            case LEASE -> granted(envelope.getSession(), envelope.getLease());
            case ACKNOWLEDGE ->
                acknowledged(envelope.getSession(), envelope.getAcknowledge().getThrough());
            default -> {
                // Not a promise.
            }
        }
    }

    /** A session that does not go on holds nothing, though another one before a crash may have had its number. */
    private void joined(long session, boolean goesOn) {
        if (present.add(session)) {
            heardNumber.put(session, 0L);
            saidNumbers.remove(session);
            if (!goesOn && held.contains(session)) {
                holder.values().removeIf(holds -> holds == session);
            }
            heardNs.put(session, time.nowNs());
            busy += inFlight.getOrDefault(session, 0);
        }
    }

    /** The oracle is told of all that was begun, and of all that was begun twice. */
    private void verifies(Task task) {
        List<PhaseAt> closed = executions.closedLately();
        if (closed.size() != task.getKnownCount()) {
            throw violation("the oracle is told of " + task.getKnownCount() + " phases; there were " + closed.size());
        }
        for (int i = 0; i < closed.size(); i++) {
            executions.compare(closed.get(i), task.getKnown(i));
        }
    }

    /** Another incarnation must know that the phase runs, and wait for this session. */
    private void starts(long session, long id) {
        PhaseAt at = phases.get(id);
        if (at == null || !begun.contains(at)) {
            throw violation("session " + session + " is told to start before the start is durable");
        }
        if (!enrolled.getOrDefault(at, Set.of()).contains(session)) {
            throw violation("session " + session + " is told to start before its part is durable");
        }
    }

    private void nobodyHasATask(long butThis) {
        tasks.forEach((task, session) -> {
            if (task != butThis && present.contains(session)) {
                throw violation("session " + session + " has not done task " + task + ", and the run goes on");
            }
        });
    }

    private void prepared(long id) {
        nobodyHasATask(0);
        if (id != assignment) {
            assignment = id;
            if (writing != null) {
                phases.putIfAbsent(id, writing);
            }
            holder.clear();
            undone.clear();
            leases.clear();
        }
    }

    private void granted(long session, Lease lease) {
        if (lease.getAssignment() != assignment) {
            throw violation(
                    "a lease of assignment " + lease.getAssignment() + " while " + assignment + " is under way");
        }
        if (lease.getCount() == 0) {
            return;
        }
        if (!present.contains(session)) {
            throw violation("a lease for session " + session + ", which is not here");
        }
        held.add(session);
        known.add(session);
        Lease before = leases.put(lease.getLease(), lease);
        if (before != null && !before.equals(lease)) {
            throw violation("lease " + lease.getLease() + " is granted to session " + session + ", and is another one");
        }
        for (long position = 0; position < lease.getCount(); position++) {
            grant(session, index(lease, position));
        }
    }

    private void grant(long session, long index) {
        long before = holder.getOrDefault(index, NOBODY);
        if (before == COVERED) {
            throw violation("index " + index + " is granted to session " + session + " though it is covered");
        }
        if (before != NOBODY && before != session && present.contains(before)) {
            throw violation("index " + index + " is granted to session " + session + " while " + before + " holds it");
        }
        if (before != NOBODY && before != session && mayBeBelieved(before)) {
            throw violation("index " + index + " of session " + before
                    + " is granted again before it is durable that this session has left");
        }
        holder.put(index, session);
        undone.remove(index);
    }

    /** Whether another incarnation would wait for this session, and take what it holds for its own. */
    private boolean mayBeBelieved(long session) {
        PhaseAt at = phases.get(assignment);
        return at != null
                && begun.contains(at)
                && enrolled.getOrDefault(at, Set.of()).contains(session)
                && !departed.getOrDefault(at, Set.of()).contains(session);
    }

    private void acknowledged(long session, long through) {
        for (SnapshotKey key : taken) {
            if (key.session() == session && key.seq() <= through && !durable.containsKey(key)) {
                throw violation(
                        "snapshot " + key.seq() + " of session " + session + " is acknowledged before it is durable");
            }
        }
    }

    private final Set<SnapshotKey> taken = new HashSet<>();

    /** A session that ends is never heard again; one that only slept must not have been heard lately. */
    private void left(long session, String reason) {
        long silentNs = time.nowNs() - heardNs.getOrDefault(session, time.nowNs());
        if (reason.contains("silent") && silentNs < leaseTimeoutNs / 2) {
            throw violation("session " + session + " is fenced as silent though it was heard " + silentNs / 1_000_000
                    + " ms ago");
        }
        if (reason.startsWith("lost: ") && present.remove(session)) {
            fenced.add(session);
            sessionsFenced++;
            busy -= inFlight.getOrDefault(session, 0);
        }
    }

    /** The coordinator hands a snapshot to the store. */
    private void taken(SnapshotReport report) {
        taken.add(new SnapshotKey(report.at(), report.session(), report.seq()));
        if (late != null && late.session() == report.session() && late.seq() == report.seq()) {
            late = null;
        }
        if (!report.accepted()) {
            return;
        }
        if (!present.contains(report.session())) {
            throw violation("a snapshot of session " + report.session() + ", which is fenced, is accepted");
        }
        long indexes = 0;
        for (IndexRange range : report.covered()) {
            indexes += range.count();
            for (long i = 0; i < range.count(); i++) {
                cover(report, range.first() + i * range.stride());
            }
        }
        samplesAre(report, indexes);
    }

    private void cover(SnapshotReport report, long index) {
        long before = holder.getOrDefault(index, NOBODY);
        if (before != report.session()) {
            throw violation("session " + report.session() + " covers index " + index + ", which "
                    + (before == COVERED ? "is covered" : before + " holds"));
        }
        holder.put(index, COVERED);
        undone.put(index, report.session());
        current = report.at();
    }

    private void samplesAre(SnapshotReport report, long indexes) {
        for (String timing : List.of("service", "response")) {
            long samples = report.series().stream()
                    .filter(series -> series.timing().equals(timing))
                    .mapToLong(SnapshotReport.Series::samples)
                    .sum();
            if (samples != indexes) {
                throw violation("a snapshot of session " + report.session() + " covers " + indexes + " indexes with "
                        + samples + " " + timing + " samples");
            }
        }
    }

    // ---- what is durable ----

    void durable(Action.WritePhase phase) {
        if (phase.row().startNs() > 0) {
            begun.add(phase.row().at());
        }
    }

    void durable(Action.WriteWorker worker) {
        enrolled.computeIfAbsent(worker.row().at(), at -> new HashSet<>())
                .add(worker.row().session());
        if (worker.row().leftNs() > 0) {
            departs(worker.row().at(), worker.row().session());
        }
    }

    void durable(Action.LeftBehind behind) {
        departs(behind.at(), behind.session());
    }

    private void departs(PhaseAt at, long session) {
        departed.computeIfAbsent(at, key -> new HashSet<>()).add(session);
    }

    void durable(Action.Commit commit) {
        SnapshotReport report = commit.report();
        if (durable.putIfAbsent(commit.key(), report) != null || !report.accepted()) {
            return;
        }
        BitSet union = covered.computeIfAbsent(report.at(), at -> new BitSet());
        for (IndexRange range : report.covered()) {
            for (long i = 0; i < range.count(); i++) {
                int index = Math.toIntExact(range.first() + i * range.stride());
                if (union.get(index)) {
                    throw violation("index " + index + " is counted twice, at last by session " + report.session());
                }
                union.set(index);
            }
        }
    }

    void closed(Action.ClosePhase close) {
        BitSet union = covered.computeIfAbsent(close.end().at(), at -> new BitSet());
        BitSet missing = new BitSet();
        for (IndexRange range : close.end().missing()) {
            missing.set(Math.toIntExact(range.first()), Math.toIntExact(range.first() + range.count()));
        }
        long sum = (long) union.cardinality() + missing.cardinality();
        if (missing.intersects(union) || sum != close.end().planned()) {
            throw violation("phase " + close.end().at().phase() + " planned "
                    + close.end().planned() + ", covered " + union.cardinality() + ", misses " + missing.cardinality());
        }
        executions.closed(close.end());
    }

    /** The coordinator died: whoever it took for present must come again, and what was not durable is not covered. */
    void died() {
        present.clear();
        fenced.clear();
        known.clear();
        tasks.clear();
        busy = 0;
        for (SnapshotKey key : List.copyOf(taken)) {
            if (!durable.containsKey(key)) {
                taken.remove(key);
            }
        }
        undone.forEach((index, session) -> {
            if (!isCovered(index)) {
                holder.put(index, session);
            }
        });
        undone.clear();
    }

    private boolean isCovered(long index) {
        return current != null && covered.getOrDefault(current, new BitSet()).get(Math.toIntExact(index));
    }

    /** The union of what accepted reports cover. */
    List<IndexRange> covered(PhaseAt at) {
        List<IndexRange> ranges = new ArrayList<>();
        BitSet union = covered.getOrDefault(at, new BitSet());
        for (int first = union.nextSetBit(0); first >= 0; ) {
            int end = union.nextClearBit(first);
            ranges.add(new IndexRange(first, (long) end - first, 1));
            first = union.nextSetBit(end);
        }
        return ranges;
    }

    /** By session, the highest number whose report and all before it are durable. */
    Map<Long, Long> committed(PhaseAt at) {
        Map<Long, Long> committed = new HashMap<>();
        durable.keySet().stream()
                .filter(key -> key.at().equals(at))
                .sorted(Comparator.comparingLong(SnapshotKey::seq))
                .forEach(key -> committed.merge(
                        key.session(), key.seq() == 1 ? 1L : 0L, (had, one) -> had + 1 == key.seq() ? key.seq() : had));
        return committed;
    }

    // ---- what workers do ----

    void started(long session, int now, Lease lease, long position) {
        inFlight.put(session, now);
        PhaseAt at = phases.get(lease.getAssignment());
        if (at == null) {
            throw violation("session " + session + " executes something of a phase that was not prepared");
        }
        executions.started(at, index(lease, position));
        if (present.contains(session)) {
            busy++;
            if (busy > clients) {
                throw violation(busy + " operations at the same time; the plan has " + clients + " clients");
            }
        }
    }

    void ended(long session, int now) {
        inFlight.put(session, now);
        if (present.contains(session)) {
            busy--;
        }
    }

    // ---- positions ----

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

    private long index(Lease lease, long position) {
        return lease.getFirst() + position / block * lease.getStride() * block + position % block;
    }

    long committed() {
        return durable.size();
    }

    long sessionsFenced() {
        return sessionsFenced;
    }
}

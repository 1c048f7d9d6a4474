package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.coordinator.core.bounds.SnapshotBounds;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.SnapshotReports;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StreamIndex;
import muster.protocol.Acknowledge;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.PhaseKnown;
import muster.protocol.Snapshot;
import muster.protocol.SnapshotCodec;
import org.jspecify.annotations.Nullable;

/** Takes the snapshots of one phase: each is accepted or quarantined as a whole, and acknowledged once it is durable. */
public final class SnapshotAcceptor {
    /** More than a worker keeps unacknowledged. */
    private static final int MAX_AHEAD = 1_000;

    private static final String CLAIMS = "its snapshot claims what it does not hold";

    private final PhaseAt at;
    private final long epoch;
    private final long assignment;
    private final PhaseMembership membership;
    private final PhaseStreams streams;
    private final PhaseCrash crash;
    private final SnapshotBounds bounds;
    private final Outbox outbox;
    /** By number of the stream. */
    private final List<KnownOutcomes> outcomes;

    private final AcceptedOutcomes counts = new AcceptedOutcomes();
    private final Quarantine quarantine;
    /** With the indexes that they cover; none of one that is quarantined. */
    private final Map<SnapshotKey, List<IndexRange>> uncommitted = new HashMap<>();

    private long lastCompletionNs;
    private long lastAnswerNs;
    private boolean errorsSeen;

    SnapshotAcceptor(
            PhaseAt at,
            long epoch,
            long assignment,
            PhaseMembership membership,
            PhaseStreams streams,
            PhaseCrash crash,
            SnapshotBounds bounds,
            Outbox outbox) {
        this.at = at;
        this.epoch = epoch;
        this.assignment = assignment;
        this.membership = membership;
        this.streams = streams;
        this.crash = crash;
        this.bounds = bounds;
        this.outbox = outbox;
        this.outcomes =
                streams.all().stream().map(stream -> new KnownOutcomes()).toList();
        this.quarantine = new Quarantine(at, epoch, assignment, streams, outbox);
    }

    /** In what the snapshot contradicts what the worker was given, in one line: then it is not to be trusted; else null. */
    @Nullable
    public String take(WorkerSession worker, Snapshot snapshot) {
        PhaseMember member = membership.find(worker);
        if (member == null) {
            return "Snapshot of a phase in which it has no part";
        }
        if (worker.gone()) {
            quarantine(quarantine.take(member, snapshot));
            return null;
        }
        boolean near = snapshot.getSeq() > 0 && snapshot.getSeq() <= member.reports.nextSeq() + MAX_AHEAD;
        if (!near || (worker.inOrder() && snapshot.getSeq() != member.reports.nextSeq())) {
            return "Snapshot.seq is " + snapshot.getSeq() + ", and the next one is " + member.reports.nextSeq();
        }
        if (snapshot.getSeq() < member.reports.nextSeq()) {
            acknowledge(member);
            return null;
        }
        return snapshot.getSeq() > member.reports.nextSeq() ? null : accept(member, snapshot);
    }

    private @Nullable String accept(PhaseMember member, Snapshot snapshot) {
        IntervalFigures figures = SnapshotCodec.decode(snapshot);
        Map<Grant, List<IndexRange>> settled = resolve(member, snapshot, figures);
        List<IndexRange> covered = settled == null ? List.of() : indexes(settled);
        String wrong = settled == null
                ? Objects.requireNonNullElse(bounds.unknownOperation(figures), CLAIMS)
                : bounds.wrong(member, snapshot, figures, covered);
        if (settled == null || wrong != null) {
            // What it covers is still open here: by that, and not by void leases, its evidence is kept.
            quarantine(quarantine.take(member, snapshot, covered, String.valueOf(wrong)));
            return wrong;
        }
        outcomes.get(snapshot.getStream()).take(snapshot, figures, settled);
        List<LeaseRow> rows = new ArrayList<>();
        settled.forEach((grant, positions) -> {
            streams.cover(grant, positions);
            // A row each would cost more than all else of a lease of one index, and say what the report covers.
            if (grant.count > 1) {
                rows.add(PhaseRows.lease(at, epoch, member, grant));
            }
        });
        observe(member, snapshot, figures, !covered.isEmpty());
        crash.covered(figures, covered);
        String stream = streams.name(snapshot.getStream());
        SnapshotReport report =
                SnapshotReports.of(key(member, snapshot), member, epoch, true, stream, snapshot, figures, covered);
        counts.add(report.figures().series());
        commit(report, rows);
        return null;
    }

    private static List<IndexRange> indexes(Map<Grant, List<IndexRange>> settled) {
        List<IndexRange> indexes = new ArrayList<>();
        settled.forEach((grant, positions) -> indexes.addAll(grant.indexes(positions)));
        return indexes;
    }

    /** The positions that it covers in each lease; null if it claims what it does not hold, or its counts differ. */
    private @Nullable Map<Grant, List<IndexRange>> resolve(
            PhaseMember member, Snapshot snapshot, IntervalFigures figures) {
        if (!SnapshotReports.distinctLeases(snapshot.getCoverageList())) {
            return null;
        }
        Map<Grant, List<IndexRange>> settled = new LinkedHashMap<>();
        long covered = 0;
        for (Coverage coverage : snapshot.getCoverageList()) {
            Grant grant = streams.find(member.worker.session, coverage.getLease());
            List<IndexRange> positions = SnapshotReports.positions(coverage);
            if (grant == null
                    || positions == null
                    || !grant.holds(positions)
                    || StreamIndex.stream(grant.first) != snapshot.getStream()) {
                return null;
            }
            settled.put(grant, positions);
            covered += SnapshotReports.count(positions);
        }
        return figures.accountFor(covered) ? settled : null;
    }

    /** Keeps what speaks for or against this generator. */
    private void observe(PhaseMember member, Snapshot snapshot, IntervalFigures figures, boolean progress) {
        member.worker.used(snapshot.getResources());
        member.reports.accept(snapshot, figures);
        if (progress) {
            member.reports.progress(member.worker.lastSeenNs());
        }
        lastCompletionNs = Math.max(lastCompletionNs, figures.window().lastCompletionNs());
        lastAnswerNs = Math.max(lastAnswerNs, figures.window().lastAnswerNs());
        compareTimes(member, figures.window());
        errorsSeen |= figures.series().stream().anyMatch(series -> series.key().isError());
    }

    /** A session of an earlier incarnation may have begun by another clock, and joined this one later. */
    private static void compareTimes(PhaseMember member, Window window) {
        if (!member.worker.resumed()) {
            long latestNs = Math.max(window.endNs(), window.lastCompletionNs());
            member.reports.outside(member.joinedNs - window.startNs(), latestNs - member.worker.lastSeenNs());
        }
    }

    private void quarantine(@Nullable SnapshotKey key) {
        if (key != null) {
            uncommitted.put(key, List.of());
        }
    }

    private SnapshotKey key(PhaseMember member, Snapshot snapshot) {
        return new SnapshotKey(at, member.worker.session, snapshot.getSeq());
    }

    private void commit(SnapshotReport report, List<LeaseRow> leases) {
        uncommitted.put(report.key(), report.covered());
        outbox.add(new Action.Commit(report, leases));
    }

    public void committed(SnapshotKey key) {
        PhaseMember member = membership.find(key.session());
        if (uncommitted.remove(key) != null && member != null && !member.worker.gone()) {
            member.reports.commit(key.seq());
            acknowledge(member);
        }
    }

    /** The store does not believe it, so that nothing covers its indexes. False if it is not one of this phase. */
    public boolean refused(SnapshotKey key) {
        List<IndexRange> covered = uncommitted.remove(key);
        if (covered != null) {
            streams.uncover(covered);
        }
        return covered != null;
    }

    private void acknowledge(PhaseMember member) {
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setAcknowledge(Acknowledge.newBuilder()
                                .setAssignment(assignment)
                                .setThrough(member.reports.committedSeq())));
    }

    /** What is kept of this phase and not counted; it outlives the phase. */
    public Quarantine quarantined() {
        return quarantine;
    }

    /** What the oracle is told of the phase, of each of its streams, once it is closed. */
    public List<PhaseKnown> known() {
        return streams.all().stream()
                .map(stream -> outcomes.get(stream.number()).known(stream.book()))
                .toList();
    }

    public AcceptedOutcomes counts() {
        return counts;
    }

    /** What an earlier incarnation has seen. */
    void resume(long completionNs) {
        lastCompletionNs = completionNs;
    }

    boolean allCommitted() {
        return uncommitted.isEmpty();
    }

    public long lastCompletionNs() {
        return lastCompletionNs;
    }

    /** When the last operation ended that the target answered; 0 if there was none. */
    public long lastAnswerNs() {
        return lastAnswerNs;
    }

    public boolean errorsSeen() {
        return errorsSeen;
    }
}

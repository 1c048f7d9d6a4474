package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.bounds.QuarantinedFigures;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.SnapshotReports;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.PhaseAt;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.protocol.Coverage;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import muster.protocol.SnapshotCodec;
import org.jspecify.annotations.Nullable;

/**
 * What may not be counted of one phase: snapshots of sessions that were fenced, and those that contradict what their
 * worker holds. It is stored, marked, under the indexes that the void leases had, while the phase runs and after it.
 */
public final class Quarantine {
    /** Ten minutes of snapshots of a thousand sessions. */
    private static final int MAX_KEPT = 600_000;

    private final PhaseAt at;
    private final long epoch;
    private final long assignment;
    private final PhaseStreams streams;
    private final Outbox outbox;
    private final Map<Long, Grant> grants = new HashMap<>();
    private final Map<Long, PhaseMember> fenced = new HashMap<>();
    private final Set<SnapshotKey> taken = new HashSet<>();
    private @Nullable RestartRecovery recovery;

    Quarantine(PhaseAt at, long epoch, long assignment, PhaseStreams streams, Outbox outbox) {
        this.at = at;
        this.epoch = epoch;
        this.assignment = assignment;
        this.streams = streams;
        this.outbox = outbox;
    }

    /** These leases are void: what still comes for them is known by them. */
    void fence(PhaseMember member, List<Grant> open) {
        fenced.put(member.worker.session, member);
        open.forEach(grant -> grants.put(grant.lease, grant));
    }

    /** The coordinator was restarted in this phase: sessions that served it may be fenced before they say what they hold. */
    void recover(RestartRecovery expected) {
        recovery = expected;
    }

    /** The leases of a session that was fenced before it said what it holds, and says so after the end of the phase. */
    void fenceLate(long session, SessionState state, long nowNs) {
        boolean ours = state.getAssignment() == assignment && !fenced.containsKey(session);
        PhaseMember member = ours && recovery != null ? recovery.fenced(session, state, nowNs) : null;
        if (member != null) {
            fence(member, streams.grants(session, state, nowNs));
        }
    }

    /** Whether this is a late snapshot of a session that was fenced in this phase; if so, it is kept. */
    boolean takesLate(long session, Snapshot snapshot) {
        PhaseMember member = snapshot.getAssignment() == assignment ? fenced.get(session) : null;
        if (member != null) {
            var unused = take(member, snapshot);
        }
        return member != null;
    }

    /** Keeps a snapshot of a fenced session, under the indexes that its void leases had. */
    @Nullable
    SnapshotKey take(PhaseMember member, Snapshot snapshot) {
        return take(member, snapshot, covered(member, snapshot), member.departure.reason());
    }

    /**
     * Keeps it, unless it was taken before, in whatever way, is one too many, or does not account for what it covers: then it
     * says nothing of these indexes. Null if it is not kept.
     */
    @Nullable
    SnapshotKey take(PhaseMember member, Snapshot snapshot, List<IndexRange> covered, String reason) {
        SnapshotKey key = new SnapshotKey(at, member.worker.session, snapshot.getSeq());
        if (snapshot.getSeq() < member.reports.nextSeq() || taken.size() == MAX_KEPT || !taken.add(key)) {
            return null;
        }
        IntervalFigures figures = SnapshotCodec.decode(snapshot);
        boolean kept = figures.accountFor(SnapshotReports.count(covered));
        outbox.log("a snapshot of " + member.worker.name() + (kept ? " is quarantined: " : " is not kept: ") + reason);
        if (!kept) {
            return null;
        }
        SnapshotReport report = SnapshotReports.of(
                key, member, epoch, false, streams.name(snapshot.getStream()), snapshot, figures, covered);
        outbox.add(new Action.Commit(QuarantinedFigures.of(member, snapshot, report), List.of()));
        return key;
    }

    private List<IndexRange> covered(PhaseMember member, Snapshot snapshot) {
        List<IndexRange> covered = new ArrayList<>();
        for (Coverage coverage : snapshot.getCoverageList()) {
            Grant grant = grants.get(coverage.getLease());
            List<IndexRange> positions = SnapshotReports.positions(coverage);
            if (grant != null && positions != null && grant.session == member.worker.session) {
                covered.addAll(grant.indexes(positions));
            }
        }
        return covered;
    }

    boolean isEmpty() {
        return fenced.isEmpty() && (recovery == null || recovery.missing().isEmpty());
    }
}

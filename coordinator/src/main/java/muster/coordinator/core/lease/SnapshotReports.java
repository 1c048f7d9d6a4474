package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.coordinator.core.event.ResourceNames;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.SampledOperations;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.protocol.Coverage;
import muster.protocol.Snapshot;
import org.jspecify.annotations.Nullable;

/** Turns snapshots of the wire into reports for the store. */
public final class SnapshotReports {
    private static final int MAX_RUNS = 4_000_000;
    private static final int MAX_SAMPLES = 1_000;
    private static final int MAX_STAGES = 100;

    private SnapshotReports() {}

    /**
     * The report of a snapshot.
     *
     * @param stream name of the load that it is of; "" for the only one
     * @param figures decoded from it
     */
    public static SnapshotReport of(
            SnapshotKey key,
            PhaseMember member,
            long epoch,
            boolean accepted,
            String stream,
            Snapshot snapshot,
            IntervalFigures figures,
            List<IndexRange> covered) {
        return new SnapshotReport(
                key,
                snapshot.getStream(),
                member.worker.name(),
                epoch,
                accepted,
                figures.with(bounded(figures.sampled())).inStream(stream),
                covered,
                ComparedAnswers.of(snapshot).inStream(stream),
                resources(snapshot));
    }

    /** A worker sends 500 single operations at most; a peer might send as many as fit into a frame. */
    private static SampledOperations bounded(SampledOperations sampled) {
        return sampled.every() == 0 ? SampledOperations.NONE : sampled.limited(MAX_SAMPLES, MAX_STAGES);
    }

    /** Sums of the process; and those of the phase alone, by which it is judged, as "phase_" and the same name. */
    private static Map<String, Long> resources(Snapshot snapshot) {
        Map<String, Long> named = ResourceNames.of(snapshot.getResources());
        if (snapshot.hasPhase()) {
            ResourceNames.evidence(snapshot.getPhase()).forEach((name, value) -> named.put("phase_" + name, value));
        }
        return named;
    }

    /** The positions of a coverage, or null if its runs are not an increasing set of bounded size. */
    public static @Nullable List<IndexRange> positions(Coverage coverage) {
        int runs = coverage.getRunsCount();
        if (runs % 2 != 0 || runs > MAX_RUNS) {
            return null;
        }
        List<IndexRange> positions = new ArrayList<>(runs / 2);
        long position = 0;
        for (int i = 0; i < runs; i += 2) {
            long skip = coverage.getRuns(i);
            long take = coverage.getRuns(i + 1);
            if (skip < 0 || take <= 0 || position + skip < position || position + skip + take < position) {
                return null;
            }
            positions.add(new IndexRange(position + skip, take, 1));
            position += skip + take;
        }
        return positions;
    }

    public static long count(List<IndexRange> ranges) {
        return ranges.stream().mapToLong(IndexRange::count).sum();
    }

    /** Whether no lease is named twice: each must be settled in one step. */
    public static boolean distinctLeases(List<Coverage> coverage) {
        Set<Long> leases = coverage.stream().map(Coverage::getLease).collect(Collectors.toCollection(HashSet::new));
        return leases.size() == coverage.size();
    }
}

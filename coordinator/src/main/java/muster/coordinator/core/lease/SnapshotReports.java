package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.event.ResourceNames;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SnapshotReport;
import muster.protocol.Coverage;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import org.jspecify.annotations.Nullable;

/** Turns snapshots of the wire into reports for the store. */
public final class SnapshotReports {
    private static final int MAX_RUNS = 4_000_000;

    private SnapshotReports() {}

    public static SnapshotReport of(
            PhaseAt at, PhaseMember member, long epoch, Snapshot snapshot, boolean accepted, List<IndexRange> covered) {
        return new SnapshotReport(
                at,
                member.worker.name(),
                member.worker.session,
                epoch,
                snapshot.getSeq(),
                snapshot.getStartNs(),
                snapshot.getEndNs(),
                snapshot.getLastCompletionNs(),
                accepted,
                snapshot.getSeriesList().stream().map(SnapshotReports::series).toList(),
                covered,
                snapshot.getDigest(),
                snapshot.getSlowList().stream().map(SnapshotReports::slow).toList(),
                resources(snapshot),
                snapshot.getContent(),
                ComparedAnswers.of(snapshot),
                SampledOperationRows.of(snapshot));
    }

    private static SnapshotReport.Series series(Series series) {
        return new SnapshotReport.Series(
                series.getOperation(),
                series.getTiming(),
                series.getOutcome(),
                series.getSamples(),
                series.getElements(),
                series.getBytesSent(),
                series.getBytesReceived(),
                series.getRetries(),
                series.getClamped(),
                series.getFirstMessage(),
                series.getHistogram().toByteArray());
    }

    private static SnapshotReport.Slow slow(muster.protocol.SlowOperation slow) {
        return new SnapshotReport.Slow(
                slow.getOperation(),
                slow.getIndex(),
                slow.getEndNs(),
                slow.getServiceNs(),
                slow.getResponseNs(),
                slow.getOutcome());
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

    /** Samples that a snapshot claims for one timing of real operations, over all outcomes. */
    public static long claimed(Snapshot snapshot, String timing) {
        return operations(snapshot)
                .filter(series -> series.getTiming().equals(timing))
                .mapToLong(Series::getSamples)
                .sum();
    }

    /** Those of one outcome. */
    public static long claimed(Snapshot snapshot, String timing, String outcome) {
        return operations(snapshot)
                .filter(series ->
                        series.getTiming().equals(timing) && series.getOutcome().equals(outcome))
                .mapToLong(Series::getSamples)
                .sum();
    }

    private static Stream<Series> operations(Snapshot snapshot) {
        return snapshot.getSeriesList().stream()
                .filter(series -> !series.getOperation().equals("transaction"));
    }

    /** Whether no lease is named twice: each must be settled in one step. */
    public static boolean distinctLeases(List<Coverage> coverage) {
        Set<Long> leases = coverage.stream().map(Coverage::getLease).collect(Collectors.toCollection(HashSet::new));
        return leases.size() == coverage.size();
    }
}

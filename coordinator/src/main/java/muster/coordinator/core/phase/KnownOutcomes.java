package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.IndexSet;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.SnapshotReports;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.FeedSample;
import muster.protocol.NonOkPositions;
import muster.protocol.PhaseKnown;
import muster.protocol.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the outcomes of one stream of a phase, for the oracle: {@link PhaseKnown} as it grows, by place in the stream.
 * Places that were covered and are in no set here were answered with ok.
 */
final class KnownOutcomes {
    private static final int MAX_FEEDS = 500;
    /** Beyond this a message would come near the largest legal one (16 MB); all is uncertain then. */
    private static final int MAX_RANGES = 500_000;

    private final IndexSet absent = new IndexSet();
    private final IndexSet duplicate = new IndexSet();
    private final IndexSet uncertain = new IndexSet();
    private final IndexSet again = new IndexSet();
    private final List<FeedSample> feeds = new ArrayList<>();

    /** @param settled the positions that the snapshot covers */
    void take(Snapshot snapshot, IntervalFigures figures, Map<Grant, List<IndexRange>> settled) {
        Map<String, List<IndexRange>> told = told(snapshot, figures, settled);
        if (told == null) {
            settled.forEach((grant, positions) -> addAll(uncertain, grant.indexes(positions)));
        } else {
            addAll(absent, told.getOrDefault("absent", List.of()));
            addAll(duplicate, told.getOrDefault("duplicate", List.of()));
            addAll(uncertain, told.getOrDefault("uncertain", List.of()));
            addAll(again, told.getOrDefault("again", List.of()));
        }
        snapshot.getFeedsList().stream()
                .limit(MAX_FEEDS - feeds.size())
                .forEach(feed -> feeds.add(feed.toBuilder()
                        .setIndex(StreamIndex.position(feed.getIndex()))
                        .build()));
    }

    /** Indexes by class; null if the worker does not say which had another outcome than ok, or contradicts itself. */
    private static @Nullable Map<String, List<IndexRange>> told(
            Snapshot snapshot, IntervalFigures figures, Map<Grant, List<IndexRange>> settled) {
        Map<Long, Grant> grants = new HashMap<>();
        settled.keySet().forEach(grant -> grants.put(grant.lease, grant));
        Map<String, List<IndexRange>> told = new HashMap<>();
        for (NonOkPositions exceptions : snapshot.getNonOkPositionsList()) {
            for (Coverage coverage : exceptions.getPositionsList()) {
                Grant grant = grants.get(coverage.getLease());
                List<IndexRange> positions = SnapshotReports.positions(coverage);
                if (grant == null || positions == null || !within(positions, settled.getOrDefault(grant, List.of()))) {
                    return null;
                }
                told.computeIfAbsent(exceptions.getOutcome(), key -> new ArrayList<>())
                        .addAll(grant.indexes(positions));
            }
        }
        return agrees(figures, told) ? told : null;
    }

    private static boolean within(List<IndexRange> positions, List<IndexRange> covered) {
        IndexSet all = new IndexSet();
        addAll(all, covered);
        return positions.stream().allMatch(range -> all.containsAll(range.first(), range.count()));
    }

    private static boolean agrees(IntervalFigures figures, Map<String, List<IndexRange>> told) {
        long absent = figures.operations("absent");
        long duplicate = figures.operations("duplicate");
        long others = figures.operations() - absent - duplicate - figures.operations("ok");
        return SnapshotReports.count(told.getOrDefault("absent", List.of())) == absent
                && SnapshotReports.count(told.getOrDefault("duplicate", List.of())) == duplicate
                && SnapshotReports.count(told.getOrDefault("uncertain", List.of())) == others;
    }

    private static void addAll(IndexSet set, List<IndexRange> ranges) {
        ranges.forEach(range -> set.add(StreamIndex.position(range.first()), range.count()));
    }

    /** All that is known once the phase is closed. */
    PhaseKnown known(LeaseBook book) {
        IndexSet executed = new IndexSet();
        addAll(executed, book.coveredRanges());
        addAll(executed, book.unreported());
        addAll(uncertain, book.unreported());
        addAll(again, book.grantedAgain());
        boolean tooMany =
                executed.parts() + absent.parts() + duplicate.parts() + uncertain.parts() + again.parts() > MAX_RANGES;
        PhaseKnown.Builder known = PhaseKnown.newBuilder().addAllFeeds(feeds);
        if (tooMany) {
            return known.addAllExecuted(executed.whole())
                    .addAllUncertain(executed.whole())
                    .build();
        }
        return known.addAllExecuted(executed.runs())
                .addAllAbsent(absent.runs())
                .addAllDuplicate(duplicate.runs())
                .addAllUncertain(uncertain.runs())
                .addAllAgain(again.runs())
                .build();
    }
}

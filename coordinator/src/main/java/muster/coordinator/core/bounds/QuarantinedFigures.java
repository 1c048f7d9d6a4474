package muster.coordinator.core.bounds;

import muster.coordinator.core.membership.PhaseMember;
import muster.protocol.Resources;
import muster.protocol.Series;
import muster.protocol.Snapshot;

/**
 * What is kept of a snapshot that is not counted: all of it, where its numbers can be. Else absurd counts and times are cut to
 * their bounds, and single figures are left out, so that no sum over the table fails; the reason names the number as it came.
 */
public final class QuarantinedFigures {
    private QuarantinedFigures() {}

    public static Snapshot of(PhaseMember member, Snapshot snapshot) {
        return isSound(member, snapshot) ? snapshot : cut(member, snapshot);
    }

    private static boolean isSound(PhaseMember member, Snapshot snapshot) {
        FieldCheck check = new FieldCheck();
        SnapshotBounds.clocks(check, member, snapshot);
        snapshot.getSeriesList().forEach(series -> SnapshotBounds.counts(check, series, FieldCheck.MAX_COUNT, 1));
        SnapshotBounds.singles(check, member, snapshot);
        ResourceBounds.check(check, snapshot.getResources());
        ResourceBounds.check(check, snapshot.getPhase());
        return check.wrong() == null;
    }

    private static Snapshot cut(PhaseMember member, Snapshot snapshot) {
        Snapshot.Builder cut = snapshot.toBuilder()
                .setStartNs(SnapshotBounds.inClock(member, snapshot.getStartNs()))
                .setEndNs(SnapshotBounds.inClock(member, snapshot.getEndNs()))
                .setLastCompletionNs(SnapshotBounds.inClock(member, snapshot.getLastCompletionNs()))
                .setResources(Resources.getDefaultInstance())
                .clearPhase()
                .clearSlow()
                .clearSamples()
                .clearSampledEvery()
                .clearAnswers()
                .clearWrongAnswers()
                .clearSeries();
        cut.setEndNs(Math.max(cut.getStartNs(), cut.getEndNs()));
        snapshot.getSeriesList().forEach(series -> cut.addSeries(cut(series)));
        return cut.build();
    }

    private static Series.Builder cut(Series series) {
        return series.toBuilder()
                .setElements(count(series.getElements()))
                .setBytesSent(count(series.getBytesSent()))
                .setBytesReceived(count(series.getBytesReceived()))
                .setRetries(count(series.getRetries()))
                .setClamped(count(series.getClamped()));
    }

    private static long count(long value) {
        return Math.clamp(value, 0, FieldCheck.MAX_COUNT);
    }
}

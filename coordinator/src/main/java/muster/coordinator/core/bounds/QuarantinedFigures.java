package muster.coordinator.core.bounds;

import java.util.List;
import muster.coordinator.core.event.ResourceNames;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.AnswerReport;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.model.SnapshotReport;
import muster.protocol.Resources;
import muster.protocol.Snapshot;

/**
 * What is kept of a snapshot that is not counted: all of it, where its numbers can be. Else absurd counts and times are cut to
 * their bounds, and single figures are left out, so that no sum over the table fails; the reason names the number as it came.
 */
public final class QuarantinedFigures {
    private QuarantinedFigures() {}

    /**
     * The report to keep.
     *
     * @param report of the snapshot, as it came
     */
    public static SnapshotReport of(PhaseMember member, Snapshot snapshot, SnapshotReport report) {
        return isSound(member, snapshot, report.figures()) ? report : cut(member, report);
    }

    private static boolean isSound(PhaseMember member, Snapshot snapshot, IntervalFigures figures) {
        FieldCheck check = new FieldCheck();
        SnapshotBounds.clocks(check, member, figures);
        figures.series()
                .forEach(series -> SnapshotBounds.counts(check, series, FieldCheck.MAX_COUNT, FieldCheck.MAX_COUNT));
        SnapshotBounds.singles(check, member, figures);
        ResourceBounds.check(check, snapshot.getResources());
        ResourceBounds.check(check, snapshot.getPhase());
        return check.wrong() == null;
    }

    private static SnapshotReport cut(PhaseMember member, SnapshotReport report) {
        return report.with(
                cut(member, report.figures()),
                new AnswerReport(List.of(), List.of(), report.answers().seen()),
                ResourceNames.of(Resources.getDefaultInstance()));
    }

    private static IntervalFigures cut(PhaseMember member, IntervalFigures figures) {
        return new IntervalFigures(
                cut(member, figures.window()),
                figures.series().stream().map(QuarantinedFigures::cut).toList(),
                figures.digest(),
                figures.content(),
                List.of(),
                SampledOperations.NONE);
    }

    private static Window cut(PhaseMember member, Window window) {
        long startNs = SnapshotBounds.inClock(member, window.startNs());
        return new Window(
                startNs,
                Math.max(startNs, SnapshotBounds.inClock(member, window.endNs())),
                SnapshotBounds.inClock(member, window.lastCompletionNs()),
                SnapshotBounds.inClock(member, window.lastAnswerNs()));
    }

    private static Series cut(Series series) {
        Counters counters = series.counters();
        Counters cut = new Counters(
                count(counters.elements()),
                count(counters.bytesSent()),
                count(counters.bytesReceived()),
                count(counters.retries()),
                count(counters.clamped()));
        return new Series(series.key(), series.samples(), cut, series.firstMessage(), series.histogram());
    }

    private static long count(long value) {
        return Math.clamp(value, 0, FieldCheck.MAX_COUNT);
    }
}

package muster.protocol;

import com.google.protobuf.UnsafeByteOperations;
import java.util.List;
import muster.model.AnswerReport.Counts;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Slow;
import muster.model.IntervalFigures.Window;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.Series.Counters;

/**
 * The figures of an interval as they are on the wire, in both directions: workers encode them, the coordinator decodes them.
 * Nothing is checked or cut here, and the bytes of histograms travel as they are.
 */
public final class SnapshotCodec {
    private SnapshotCodec() {}

    public static Snapshot.Builder encode(IntervalFigures figures) {
        Window window = figures.window();
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setStartNs(window.startNs())
                .setEndNs(window.endNs())
                .setLastCompletionNs(window.lastCompletionNs())
                .setLastAnswerNs(window.lastAnswerNs())
                .setDigest(figures.digest())
                .setContent(figures.content())
                .setSampledEvery(figures.sampled().every());
        figures.series().forEach(series -> snapshot.addSeries(encode(series)));
        figures.slow().forEach(slow -> snapshot.addSlow(encode(slow)));
        figures.sampled().operations().forEach(sample -> snapshot.addSamples(encode(sample)));
        return snapshot;
    }

    public static IntervalFigures decode(Snapshot snapshot) {
        return new IntervalFigures(
                new Window(
                        snapshot.getStartNs(),
                        snapshot.getEndNs(),
                        snapshot.getLastCompletionNs(),
                        snapshot.getLastAnswerNs()),
                snapshot.getSeriesList().stream().map(SnapshotCodec::decode).toList(),
                snapshot.getDigest(),
                snapshot.getContent(),
                snapshot.getSlowList().stream().map(SnapshotCodec::decode).toList(),
                sampled(snapshot));
    }

    private static Series encode(muster.model.Series series) {
        muster.model.Series.Key key = series.key();
        Counters counters = series.counters();
        return Series.newBuilder()
                .setOperation(key.operation())
                .setTiming(key.timing())
                .setOutcome(key.outcome())
                .setSamples(series.samples())
                .setElements(counters.elements())
                .setBytesSent(counters.bytesSent())
                .setBytesReceived(counters.bytesReceived())
                .setRetries(counters.retries())
                .setClamped(counters.clamped())
                .setFirstMessage(series.firstMessage())
                .setHistogram(UnsafeByteOperations.unsafeWrap(series.histogram()))
                .build();
    }

    private static muster.model.Series decode(Series series) {
        return new muster.model.Series(
                new muster.model.Series.Key(series.getOperation(), series.getTiming(), series.getOutcome()),
                series.getSamples(),
                new Counters(
                        series.getElements(),
                        series.getBytesSent(),
                        series.getBytesReceived(),
                        series.getRetries(),
                        series.getClamped()),
                series.getFirstMessage(),
                series.getHistogram().toByteArray());
    }

    private static SlowOperation encode(Slow slow) {
        return SlowOperation.newBuilder()
                .setOperation(slow.operation())
                .setIndex(slow.index())
                .setEndNs(slow.endNs())
                .setServiceNs(slow.serviceNs())
                .setResponseNs(slow.responseNs())
                .setOutcome(slow.outcome())
                .build();
    }

    private static Slow decode(SlowOperation slow) {
        return new Slow(
                slow.getOperation(),
                slow.getIndex(),
                slow.getEndNs(),
                slow.getServiceNs(),
                slow.getResponseNs(),
                slow.getOutcome());
    }

    private static OperationSample encode(Sample sample) {
        OperationSample.Builder encoded = OperationSample.newBuilder()
                .setOperation(sample.operation())
                .setIndex(sample.index())
                .setOutcome(sample.outcome())
                .setStartNs(sample.startNs())
                .setServiceNs(sample.serviceNs())
                .setResponseNs(sample.responseNs());
        sample.stages()
                .forEach(stage -> encoded.addStages(
                        StageTime.newBuilder().setStage(stage.stage()).setNs(stage.ns())));
        return encoded.build();
    }

    private static SampledOperations sampled(Snapshot snapshot) {
        List<Sample> operations =
                snapshot.getSamplesList().stream().map(SnapshotCodec::decode).toList();
        return new SampledOperations(snapshot.getSampledEvery(), operations);
    }

    private static Sample decode(OperationSample sample) {
        return new Sample(
                sample.getOperation(),
                sample.getIndex(),
                sample.getOutcome(),
                sample.getStartNs(),
                sample.getServiceNs(),
                sample.getResponseNs(),
                sample.getStagesList().stream()
                        .map(stage -> new SampledOperations.StageTime(stage.getStage(), stage.getNs()))
                        .toList());
    }

    public static AnswerCounts encode(Counts counts) {
        return AnswerCounts.newBuilder()
                .setOperation(counts.operation())
                .setCompared(counts.compared())
                .setUnchecked(counts.unchecked())
                .setAnswered(counts.answered())
                .setEmpty(counts.empty())
                .build();
    }

    public static Counts decode(AnswerCounts counts) {
        return new Counts(
                counts.getOperation(),
                counts.getCompared(),
                counts.getUnchecked(),
                counts.getAnswered(),
                counts.getEmpty());
    }
}

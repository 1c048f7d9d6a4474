package muster.worker.agent;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import muster.protocol.AnswerCounts;
import muster.protocol.Coverage;
import muster.protocol.FeedSample;
import muster.protocol.NonOkPositions;
import muster.protocol.OperationSample;
import muster.protocol.Series;
import muster.protocol.SlowOperation;
import muster.protocol.Snapshot;
import muster.protocol.StageTime;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.WrongAnswer;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.Interval.AnswerCount;
import org.HdrHistogram.AbstractHistogram;

/** Turns what the engine recorded into messages. */
public final class SnapshotEncoder {
    private static final long FEW_SAMPLES = 100;

    private SnapshotEncoder() {}

    public static Snapshot.Builder snapshot(Interval interval) {
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setStartNs(interval.startNs())
                .setEndNs(interval.endNs())
                .setLastCompletionNs(interval.lastCompletionNs())
                .setLastAnswerNs(interval.lastAnswerNs())
                .setDigest(interval.digest())
                .setContent(interval.content())
                .addAllCoverage(coverage(interval.covered()));
        interval.series().forEach(series -> snapshot.addSeries(series(series)));
        interval.slow().forEach(slow -> snapshot.addSlow(slow(slow)));
        interval.exceptions().forEach(excepted -> snapshot.addNonOkPositions(exceptions(excepted)));
        interval.answers().forEach(count -> snapshot.addAnswers(answers(count)));
        interval.wrongAnswers().forEach(wrong -> snapshot.addWrongAnswers(wrong(wrong)));
        interval.seenAnswers().forEach(seen -> snapshot.addSeenAnswers(seen(seen)));
        snapshot.setSampledEvery(interval.samples().every());
        interval.samples().operations().forEach(sample -> snapshot.addSamples(sample(sample)));
        interval.feeds().forEach(feed -> snapshot.addFeeds(feed(feed)));
        return snapshot;
    }

    /** How long clients were in service: the actions of a transaction share its time, so it counts once. */
    public static long serviceNs(Interval interval) {
        return service(interval)
                .mapToLong(histogram -> Math.round(histogram.getMean() * histogram.getTotalCount()))
                .sum();
    }

    /** How many samples that is the sum of. */
    public static long serviceSamples(Interval interval) {
        return service(interval).mapToLong(AbstractHistogram::getTotalCount).sum();
    }

    private static Stream<AbstractHistogram> service(Interval interval) {
        boolean transactions = interval.series().stream().anyMatch(SnapshotEncoder::isTransaction);
        return interval.series().stream()
                .filter(series -> series.timing().equals("service") && isTransaction(series) == transactions)
                .map(Interval.Series::histogram);
    }

    private static boolean isTransaction(Interval.Series series) {
        return series.operation().equals("transaction");
    }

    static List<Coverage> coverage(List<Interval.Covered> covered) {
        return covered.stream().map(SnapshotEncoder::coverage).toList();
    }

    private static Coverage coverage(Interval.Covered covered) {
        Coverage.Builder coverage = Coverage.newBuilder().setLease(covered.lease());
        for (long run : covered.runs()) {
            coverage.addRuns(run);
        }
        return coverage.build();
    }

    private static NonOkPositions.Builder exceptions(Interval.Excepted excepted) {
        return NonOkPositions.newBuilder().setOutcome(excepted.outcome()).addAllPositions(coverage(excepted.covered()));
    }

    private static FeedSample.Builder feed(Interval.FeedSample feed) {
        FeedSample.Builder sample = FeedSample.newBuilder().setIndex(feed.index());
        for (long post : feed.posts()) {
            sample.addPosts(post);
        }
        return sample;
    }

    private static AnswerCounts.Builder answers(AnswerCount count) {
        return AnswerCounts.newBuilder()
                .setOperation(count.operation())
                .setCompared(count.compared())
                .setUnchecked(count.unchecked())
                .setAnswered(count.answered())
                .setEmpty(count.empty());
    }

    private static muster.protocol.WrongAnswer.Builder wrong(WrongAnswer wrong) {
        return muster.protocol.WrongAnswer.newBuilder()
                .setOperation(wrong.operation())
                .setIndex(wrong.index())
                .setParameters(ByteString.copyFrom(wrong.parameters()))
                .setOrdered(wrong.ordered())
                .setExpectedRows(wrong.expectedRows())
                .setObservedRows(wrong.observedRows())
                .setExpected(ByteString.copyFrom(wrong.expected()))
                .setObserved(ByteString.copyFrom(wrong.observed()));
    }

    private static muster.protocol.SeenAnswer.Builder seen(SeenAnswer seen) {
        return muster.protocol.SeenAnswer.newBuilder()
                .setOperation(seen.operation())
                .setIndex(seen.index())
                .setRows(seen.rows())
                .setFirstRows(ByteString.copyFrom(seen.firstRows()));
    }

    private static Series series(Interval.Series series) {
        return Series.newBuilder()
                .setOperation(series.operation())
                .setTiming(series.timing())
                .setOutcome(series.outcome())
                .setSamples(series.histogram().getTotalCount())
                .setElements(series.elements())
                .setBytesSent(series.bytesSent())
                .setBytesReceived(series.bytesReceived())
                .setRetries(series.retries())
                .setClamped(series.clamped())
                .setFirstMessage(series.firstMessage())
                .setHistogram(histogram(series.histogram()))
                .build();
    }

    /**
     * HdrHistogram V2 compressed. Few samples are not deflated: that would save 15 to 65 bytes, and to inflate them takes eight
     * times as long, which a coordinator does for thousands of workers.
     */
    public static ByteString histogram(AbstractHistogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int level = histogram.getTotalCount() <= FEW_SAMPLES ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED;
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, level);
        return ByteString.copyFrom(buffer.array(), 0, length);
    }

    private static OperationSample.Builder sample(Interval.Sample sample) {
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
        return encoded;
    }

    private static SlowOperation slow(Interval.Slow slow) {
        return SlowOperation.newBuilder()
                .setOperation(slow.operation())
                .setIndex(slow.index())
                .setEndNs(slow.endNs())
                .setServiceNs(slow.serviceNs())
                .setResponseNs(slow.responseNs())
                .setOutcome(slow.outcome())
                .build();
    }
}

package muster.worker.agent;

import com.google.protobuf.ByteString;
import java.util.List;
import muster.protocol.Coverage;
import muster.protocol.FeedSample;
import muster.protocol.NonOkPositions;
import muster.protocol.Snapshot;
import muster.protocol.SnapshotCodec;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.WrongAnswer;
import muster.worker.engine.record.Interval;

/** Adds to the figures of an interval what only leases and the oracle make use of: positions, feeds, rows of answers. */
final class SnapshotEncoder {
    private SnapshotEncoder() {}

    static Snapshot.Builder snapshot(Interval interval) {
        Snapshot.Builder snapshot =
                SnapshotCodec.encode(interval.figures()).addAllCoverage(coverage(interval.covered()));
        interval.exceptions().forEach(excepted -> snapshot.addNonOkPositions(exceptions(excepted)));
        interval.answers().forEach(count -> snapshot.addAnswers(SnapshotCodec.encode(count)));
        interval.wrongAnswers().forEach(wrong -> snapshot.addWrongAnswers(wrong(wrong)));
        interval.seenAnswers().forEach(seen -> snapshot.addSeenAnswers(seen(seen)));
        interval.feeds().forEach(feed -> snapshot.addFeeds(feed(feed)));
        return snapshot;
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
}

package muster.worker.engine.record;

import java.util.List;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.WrongAnswer;
import org.HdrHistogram.AbstractHistogram;

/**
 * What was completed within one whole second of the coordinator's clock (or the part of it that belongs to the phase).
 * Histograms, counters and covered positions were swapped together: service samples over outcomes = covered positions.
 *
 * @param startNs coordinator's clock
 * @param endNs coordinator's clock; samples of [startNs, endNs) by completion time
 * @param lastCompletionNs coordinator's clock; 0 if nothing was completed
 * @param lastAnswerNs the same of operations that the target answered, whatever with; 0 if it answered none
 * @param digest sum of {@link muster.workloads.operation.Operation#digest} of the covered operations
 * @param content sum of the checksums of what the covered operations read
 * @param exceptions positions that were not simply ok, by class: the covered ones that the oracle must know of
 * @param feeds some feeds as they came
 * @param slow the 20 slowest operations by response time
 * @param answers of operations that read: how many there were, and how many were compared with a reference
 * @param wrongAnswers the first of the phase that differed
 * @param seenAnswers the first of each statement without parameters
 * @param samples single operations
 */
public record Interval(
        long startNs,
        long endNs,
        long lastCompletionNs,
        long lastAnswerNs,
        List<Series> series,
        List<Covered> covered,
        List<Excepted> exceptions,
        List<FeedSample> feeds,
        long digest,
        long content,
        List<Slow> slow,
        List<AnswerCount> answers,
        List<WrongAnswer> wrongAnswers,
        List<SeenAnswer> seenAnswers,
        Samples samples) {

    /** One operation, timing and outcome; counters are 0 but for timing "service". */
    public record Series(
            String operation,
            String timing,
            String outcome,
            AbstractHistogram histogram,
            long elements,
            long bytesSent,
            long bytesReceived,
            long retries,
            long clamped,
            String firstMessage) {}

    /** Positions within one lease as runs: skip, take, skip, take, ...; the sum of the takes is their number. */
    public record Covered(long lease, long[] runs) {}

    /**
     * Answers of one operation that were compared with a reference, and those that were not; with or without a reference,
     * those that a target told the rows of, and those of them without a row.
     */
    public record AnswerCount(String operation, long compared, long unchecked, long answered, long empty) {}

    /** Positions of one class of {@link NonOkPositions}, by its label. */
    public record Excepted(String outcome, List<Covered> covered) {}

    /** The posts that the feed of an index brought. */
    public record FeedSample(long index, long[] posts) {}

    /**
     * Single operations that were picked by their index.
     *
     * @param every of so many one was picked; 0 where none are
     */
    public record Samples(long every, List<Sample> operations) {
        static final Samples NONE = new Samples(0, List.of());
    }

    /**
     * One operation, or transaction of several.
     *
     * @param startNs coordinator's clock
     */
    public record Sample(
            String operation,
            long index,
            String outcome,
            long startNs,
            long serviceNs,
            long responseNs,
            List<StageTime> stages) {}

    /** What a stage took. */
    public record StageTime(String stage, long ns) {}

    public record Slow(String operation, long index, long endNs, long serviceNs, long responseNs, String outcome) {}
}

package muster.worker.engine.record;

import java.util.List;
import muster.model.AnswerReport.Counts;
import muster.model.IntervalFigures;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.WrongAnswer;

/**
 * What was completed within one whole second of the coordinator's clock (or the part of it that belongs to the phase).
 * Histograms, counters and covered positions were swapped together: service samples over outcomes = covered positions.
 *
 * @param exceptions positions that were not simply ok, by class: the covered ones that the oracle must know of
 * @param feeds some feeds as they came
 * @param answers of operations that read: how many there were, and how many were compared with a reference
 * @param wrongAnswers the first of the phase that differed
 * @param seenAnswers the first of each statement without parameters
 */
public record Interval(
        IntervalFigures figures,
        List<Covered> covered,
        List<Excepted> exceptions,
        List<FeedSample> feeds,
        List<Counts> answers,
        List<WrongAnswer> wrongAnswers,
        List<SeenAnswer> seenAnswers,
        Effort effort) {

    /** Positions within one lease as runs: skip, take, skip, take, ...; the sum of the takes is their number. */
    public record Covered(long lease, long[] runs) {}

    /** Positions of one class of {@link NonOkPositions}, by its label. */
    public record Excepted(String outcome, List<Covered> covered) {}

    /** The posts that the feed of an index brought. */
    public record FeedSample(long index, long[] posts) {}

    /**
     * What this process spent on the interval.
     *
     * @param serviceNs how long clients were within operations: the actions of a transaction share its time, so it counts once, and
     *     pauses between the steps of a journey are part of it
     * @param serviceSamples how many samples that is the sum of
     * @param encodeNs what it took to add that up, and to encode the histograms
     */
    public record Effort(long serviceNs, long serviceSamples, long encodeNs) {}
}

package muster.model;

import java.util.List;

/**
 * What a worker measured in an interval: its engine makes it, the wire encodes it, the core compares it with what the worker holds,
 * the store writes it.
 *
 * @param digest sum of the hashes of the covered operations
 * @param content sum of the checksums of what the covered operations read; 0 where none was computed
 * @param slow the slowest operations by response time
 * @param sampled single operations
 */
public record IntervalFigures(
        Window window, List<Series> series, long digest, long content, List<Slow> slow, SampledOperations sampled) {
    /**
     * A whole second, or the part of it that belongs to the phase, in nanoseconds of the coordinator's clock.
     *
     * @param endNs samples of [startNs, endNs) by completion time
     * @param lastCompletionNs 0 if nothing was completed
     * @param lastAnswerNs the same of operations that the target answered, whatever with; 0 if it answered none
     */
    public record Window(long startNs, long endNs, long lastCompletionNs, long lastAnswerNs) {}

    /**
     * One of the slowest requests of the interval.
     *
     * @param endNs coordinator's clock
     */
    public record Slow(String operation, long index, long endNs, long serviceNs, long responseNs, String outcome) {
        private Slow inStream(String stream) {
            return new Slow(
                    OperationName.of(stream, operation),
                    StreamIndex.position(index),
                    endNs,
                    serviceNs,
                    responseNs,
                    outcome);
        }
    }

    /** The same with full names of operations, and with indexes that count within the stream; "" changes nothing. */
    public IntervalFigures inStream(String stream) {
        return stream.isEmpty()
                ? this
                : new IntervalFigures(
                        window,
                        series.stream().map(each -> each.inStream(stream)).toList(),
                        digest,
                        content,
                        slow.stream().map(each -> each.inStream(stream)).toList(),
                        sampled.inStream(stream));
    }

    /** The same with other single operations. */
    public IntervalFigures with(SampledOperations others) {
        return new IntervalFigures(window, series, digest, content, slow, others);
    }

    /**
     * Whether each of so many covered indexes has one service and one response sample, over all outcomes. The core asks it once of
     * every snapshot, by the samples fields, before it marks indexes done or keeps what it does not count; that a field is what
     * its histogram holds is for the store to find, which decodes it.
     */
    public boolean accountFor(long indexes) {
        return samples("service") == indexes && samples("response") == indexes;
    }

    private long samples(String timing) {
        return series.stream()
                .filter(each -> each.key().timing().equals(timing) && each.key().isOfCounted())
                .mapToLong(Series::samples)
                .sum();
    }

    /** Operations that ended so. */
    public long operations(String outcome) {
        return series.stream()
                .filter(each -> each.key().isCounted() && each.key().outcome().equals(outcome))
                .mapToLong(Series::samples)
                .sum();
    }

    /** Operations of every outcome. */
    public long operations() {
        return samples("service");
    }
}

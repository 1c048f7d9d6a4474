package muster.model;

import java.util.List;
import java.util.Map;

/**
 * What a worker reported for an interval: accepted or quarantined as a whole.
 *
 * @param seq from 1 without gaps, per session and phase; (at, session, seq) is the unique key
 * @param covered the indexes that it covers; counts of service samples over outcomes are equal to their number
 * @param digest sum of the hashes of the covered operations
 * @param content sum of the checksums of what the covered operations read; 0 where none was computed
 * @param answers what their comparison with a reference gave
 * @param sampled single operations
 * @param resources gauges and sums of the worker's process by name, units last ("cpu_ns")
 */
public record SnapshotReport(
        PhaseAt at,
        String worker,
        long session,
        long epoch,
        long seq,
        long startNs,
        long endNs,
        long lastCompletionNs,
        boolean accepted,
        List<Series> series,
        List<IndexRange> covered,
        long digest,
        List<Slow> slow,
        Map<String, Long> resources,
        long content,
        AnswerReport answers,
        SampledOperations sampled) {
    /** Without answers that were compared, and without single operations. */
    public SnapshotReport(
            PhaseAt at,
            String worker,
            long session,
            long epoch,
            long seq,
            long startNs,
            long endNs,
            long lastCompletionNs,
            boolean accepted,
            List<Series> series,
            List<IndexRange> covered,
            long digest,
            List<Slow> slow,
            Map<String, Long> resources,
            long content) {
        this(
                at,
                worker,
                session,
                epoch,
                seq,
                startNs,
                endNs,
                lastCompletionNs,
                accepted,
                series,
                covered,
                digest,
                slow,
                resources,
                content,
                AnswerReport.NONE,
                SampledOperations.NONE);
    }

    /**
     * One operation, timing and outcome.
     *
     * @param timing "service", "response" or a stage
     * @param histogram HdrHistogram V2 compressed, nanoseconds, 3 digits, highest trackable value one hour
     */
    public record Series(
            String operation,
            String timing,
            String outcome,
            long samples,
            long elements,
            long bytesSent,
            long bytesReceived,
            long retries,
            long clamped,
            String firstMessage,
            byte[] histogram) {}

    /** One of the slowest requests of the interval. */
    public record Slow(String operation, long index, long endNs, long serviceNs, long responseNs, String outcome) {}
}

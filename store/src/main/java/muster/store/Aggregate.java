package muster.store;

import java.util.Set;

/** What the accepted reports of one phase hold, merged. Any thread may read it while the store's thread adds. */
public final class Aggregate {
    Aggregate() {}

    /** One merged histogram. */
    public record Key(String operation, String timing, String outcome) {}

    /**
     * Counts over all outcomes; operation "transaction" stands outside.
     *
     * @param operations covered indexes
     * @param errors outcomes other than ok, absent and duplicate
     * @param okInTime ok samples that count for throughput: not completed while draining
     * @param lastCompletionNs coordinator's clock; 0 if nothing was completed
     */
    public record Totals(
            long operations,
            long errors,
            long ok,
            long okInTime,
            long elements,
            long bytesSent,
            long bytesReceived,
            long retries,
            long clamped,
            long quarantined,
            long lastCompletionNs) {}

    public synchronized Totals totals() {
        return new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** The histograms that there are. */
    public synchronized Set<Key> keys() {
        return Set.of();
    }

    /** A copy of what was recorded under one key, or under all operations but "transaction" if operation is "". */
    public synchronized Distribution distribution(String operation, String timing, String outcome) {
        return new Distribution();
    }
}

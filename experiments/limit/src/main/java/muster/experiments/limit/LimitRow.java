package muster.experiments.limit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search for the highest rate within a bound.
 *
 * @param runId of its first run, the closed loop
 * @param startedNs unix time; its steps refer to it
 * @param slo the bound
 * @param rate operations a second; null if none was found, as are its bounds
 * @param high null for an open end, too
 * @param limitedBy the culprit above the limit
 * @param ended why it ended early; "" if it did not
 */
public record LimitRow(
        long runId,
        long startedNs,
        String slo,
        @Nullable Double rate,
        @Nullable Double low,
        @Nullable Double high,
        String limitedBy,
        String ended,
        String sentence,
        List<Step> steps) {
    /**
     * A rate that was tried.
     *
     * @param runId of its run
     * @param rate offered, operations a second
     */
    public record Step(long runId, double rate, boolean holds) {}
}

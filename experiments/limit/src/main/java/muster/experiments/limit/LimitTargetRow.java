package muster.experiments.limit;

import org.jspecify.annotations.Nullable;

/**
 * The search of one target that was compared with others.
 *
 * @param runId of its first run
 * @param position in the table, from 1: the best
 * @param latency what the bound is about, such as "p99"
 * @param latencyNs at the highest rate that held the bound; null for none
 * @param ratio how many times as much it carries as the next one; null where that is not known
 * @param ratioHigh null for an open end, too
 */
public record LimitTargetRow(
        long runId,
        int position,
        String name,
        String latency,
        @Nullable Double latencyNs,
        @Nullable Double ratio,
        @Nullable Double ratioLow,
        @Nullable Double ratioHigh) {}

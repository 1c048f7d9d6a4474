package muster.experiments.turns.overhead;

import org.jspecify.annotations.Nullable;

/**
 * A comparison of a cluster with standalone, as it starts.
 *
 * @param series comparisons with the same number share their standalone runs
 * @param lease operations in one lease of the cluster; 0 for automatic
 * @param seed of the order within pairs and of the bootstrap
 * @param comparisonId whose turns it rests on
 */
public record OverheadRow(
        long series,
        String plan,
        int lease,
        int workers,
        long seed,
        long startedNs,
        @Nullable Double maxPercent,
        @Nullable Long comparisonId) {}

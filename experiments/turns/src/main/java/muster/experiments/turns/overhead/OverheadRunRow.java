package muster.experiments.turns.overhead;

/**
 * One run of a comparison.
 *
 * @param pair from 1; 0 warms up and is in no figure
 * @param side "standalone" or "cluster"
 * @param position its place within the pair, from 1
 */
public record OverheadRunRow(long overheadId, int pair, String side, int position, long runId) {}

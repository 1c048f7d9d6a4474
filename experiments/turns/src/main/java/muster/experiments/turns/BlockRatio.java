package muster.experiments.turns;

/**
 * Throughput of an arm by that of the first, in one block.
 *
 * @param second when the block began, from the start of the comparison
 * @param ratio of the geometric means of the block's turns
 */
public record BlockRatio(int restart, double second, double ratio) {}

package muster.store.analysis.limit;

/**
 * What was seen at one rate.
 *
 * @param rate offered, operations a second
 * @param holds whether the bound was held
 */
public record LimitStep(double rate, boolean holds) {}

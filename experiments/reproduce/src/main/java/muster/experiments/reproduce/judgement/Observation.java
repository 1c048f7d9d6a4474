package muster.experiments.reproduce.judgement;

/**
 * One value that a claim is judged by.
 *
 * @param label of its series, as the claim names it
 * @param x where in the series; NaN for a label that has one value a round
 * @param round in which it was measured, from 1
 */
public record Observation(String label, double x, int round, double value) {}

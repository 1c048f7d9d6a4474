package muster.experiments.reproduce.judgement;

/**
 * A run that a claim rests on.
 *
 * @param digest of the experiment, and how it was run
 * @param round from 1
 */
public record ClaimRunRow(String digest, String experiment, int round, long runId) {}

package muster.experiments.reproduce.claims;

/**
 * How experiments are run.
 *
 * @param quick with the changes that experiments name for it
 * @param scale of the sizes that experiments scale; 1 is the source's
 * @param rounds each experiment runs once a round
 */
public record Mode(boolean quick, double scale, int rounds) {}

package muster.model;

/**
 * The answer of an experiment of several runs, as histories of runs show it.
 *
 * @param runId its first run
 * @param experiment such as "limit"
 * @param runs how many numbers of runs it spans, the first included
 * @param sentence for people
 */
public record ExperimentAnswer(long runId, String experiment, long runs, String sentence) {}

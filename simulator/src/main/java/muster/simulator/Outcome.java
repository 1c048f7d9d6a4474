package muster.simulator;

/**
 * The result of a history.
 *
 * @param snapshots durable ones
 * @param fenced sessions that the coordinator gave up
 * @param crashes deaths of the coordinator
 * @param resumed how often another incarnation continued the run
 */
public record Outcome(
        long seed,
        long events,
        long snapshots,
        long fenced,
        long crashes,
        long resumed,
        int exitCode,
        String message) {}

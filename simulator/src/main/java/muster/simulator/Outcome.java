package muster.simulator;

/**
 * The result of a history.
 *
 * @param snapshots durable ones
 * @param fenced sessions that the coordinator gave up
 * @param crashes deaths of the coordinator
 * @param resumed how often another incarnation continued the run
 * @param claimedAgain operations of closed phases that were executed again, at most, as coverage says
 * @param begunAgain of these, how many workers began again
 */
public record Outcome(
        long seed,
        long events,
        long snapshots,
        long fenced,
        long crashes,
        long resumed,
        long claimedAgain,
        long begunAgain,
        int exitCode,
        String message) {}

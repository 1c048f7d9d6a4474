package muster.store;

/**
 * A run as it ended.
 *
 * @param state "complete", "stopped" or "failed"
 * @param validity "valid" or "invalid"
 * @param thresholds "met", "missed" or "none"
 */
public record RunEnd(
        long runId, String state, long endedNs, String validity, String thresholds, int exitCode, String message) {}

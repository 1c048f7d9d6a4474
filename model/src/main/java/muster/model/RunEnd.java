package muster.model;

import org.jspecify.annotations.Nullable;

/**
 * A run as it ended. Only one that completed has verdicts.
 *
 * @param state {@link #COMPLETE}, {@link #STOPPED} or {@link #FAILED}
 * @param validity "valid", "invalid", or null: nothing was measured, or not all that was planned
 * @param thresholds "met", "missed", "none" or null
 */
public record RunEnd(
        long runId,
        String state,
        long endedNs,
        @Nullable String validity,
        @Nullable String thresholds,
        int exitCode,
        String message) {
    /** All that was planned was done. */
    public static final String COMPLETE = "complete";

    /** It ended early; what was measured is kept. */
    public static final String STOPPED = "stopped";

    /** It ended before its first phase, a load failed, or no operation of its measure phases completed. */
    public static final String FAILED = "failed";
}

package muster.store;

/**
 * One row of check_summary.
 *
 * @param kind "threshold", "validity", "oracle", "warning" or "fact"; a warning and a fact decide nothing, and a fact always
 *     passed
 * @param worker "" if it is about no worker
 */
public record CheckRow(
        long runId,
        int step,
        int trial,
        String kind,
        String name,
        String expected,
        String observed,
        boolean passed,
        String worker,
        String reason) {}

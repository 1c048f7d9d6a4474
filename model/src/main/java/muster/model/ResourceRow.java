package muster.model;

import java.util.Map;

/**
 * What a process has used, beside what comes with its reports.
 *
 * @param worker "" and session 0 for the coordinator
 * @param session below 0 for what is observed
 * @param seq the coordinator: 0 when the phase starts, 1 when it ends; a worker: 0 when it is ready
 * @param endNs when it was read; unix nanoseconds of the coordinator's clock
 * @param values by name, units last ("cpu_ns"): sums since the process started, and gauges; finite
 */
public record ResourceRow(
        PhaseAt at, String worker, long session, long seq, long endNs, Map<String, ? extends Number> values) {}

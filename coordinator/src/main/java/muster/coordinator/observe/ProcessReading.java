package muster.coordinator.observe;

import java.util.Map;

/**
 * What a server uses at a moment: one process and its descendants, since a server such as PostgreSQL has a process for each
 * connection.
 *
 * @param alive whether it was there
 * @param values by name, units last; sums since the process started, and gauges
 * @param threads what each has run and waited for a core, by its number
 */
record ProcessReading(boolean alive, Map<String, Long> values, Map<String, ThreadTimes> threads) {
    static final ProcessReading NONE = new ProcessReading(false, Map.of(), Map.of());

    /** @param name as the process calls it */
    record ThreadTimes(String name, long ranNs, long waitedNs) {}
}

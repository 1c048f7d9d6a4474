package muster.coordinator.server.figures;

import muster.model.CountedOperations;

/** What has come of the phase that is running, in SQL. */
public final class RecentSamples {
    /**
     * Expressions of a WITH clause: {@code recent} has the series of counted operations since a time, {@code span} how many seconds ({@code s}) that
     * is. Parameters: the run, and the time in unix nanoseconds.
     */
    public static final String SQL = """
            recent AS (
              SELECT p.kind, s.full_operation AS operation, s.timing, s.outcome, s.samples, s.histogram, s.start_ns, s.end_ns
              FROM phase p JOIN snapshot s USING (run_id, step, trial, phase)
              WHERE p.run_id = ? AND p.state = 'running' AND s.accepted AND s.start_ns >= ? AND s.timing IN ('service', 'response') AND %s
            ), span AS (SELECT nullif(max(end_ns) - min(start_ns), 0) / 1e9 AS s FROM recent)
            """.formatted(CountedOperations.sql("s.operation"));

    private RecentSamples() {}
}

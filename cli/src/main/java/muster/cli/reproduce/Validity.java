package muster.cli.reproduce;

import java.util.Optional;
import java.util.Set;
import muster.store.file.Store;
import muster.store.file.row.CheckRow;

/** Whether the load generator of a run can be trusted, and what was measured was on one level. */
final class Validity {
    /** They say that a client is at its limit, and not that something else kept it from its work. */
    private static final Set<String> CLIENT_AT_ITS_LIMIT =
            Set.of("generator cpu", "processor demand", "run-queue wait", "canary", "gc pauses");

    private Validity() {}

    /**
     * Why not; empty if it can.
     *
     * @param aboutClients whether clients are compared, so that one at its limit is what was to be measured
     */
    static Optional<String> doubt(Store store, long run, boolean aboutClients) {
        return store
                .query("SELECT c.name, c.reason FROM check_summary c JOIN run_summary r USING (run_id)"
                        + " WHERE r.validity = 'invalid' AND c.kind = 'validity' AND NOT c.passed AND run_id = " + run)
                .rows()
                .stream()
                .filter(row -> !(aboutClients && CLIENT_AT_ITS_LIMIT.contains(String.valueOf(row.getFirst()))))
                .map(row -> row.getFirst() + ": " + row.getLast())
                .findFirst();
    }

    /** How the throughput of a measure phase was not on one level; empty if all were. Such a run counts, and the note says so. */
    static Optional<String> drift(Store store, long run) {
        return store
                .query("SELECT observed FROM check_summary WHERE kind = 'warning' AND name = '" + CheckRow.STEADY
                        + "' AND run_id = " + run)
                .rows()
                .stream()
                .map(row -> String.valueOf(row.getFirst()))
                .findFirst();
    }
}

package muster.cli.reproduce;

import java.util.Optional;
import muster.store.file.Store;

/** Whether the load generator of a run can be trusted. */
final class Validity {
    private Validity() {}

    /** Why not; empty if it can. */
    static Optional<String> doubt(Store store, long run) {
        return store
                .query("SELECT c.name || ': ' || c.reason FROM check_summary c JOIN run_summary r USING (run_id)"
                        + " WHERE r.validity = 'invalid' AND c.kind = 'validity' AND NOT c.passed AND run_id = " + run)
                .rows()
                .stream()
                .map(row -> String.valueOf(row.getFirst()))
                .findFirst();
    }
}

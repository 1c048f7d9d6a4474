package muster.cli.reproduce;

import java.util.Optional;
import java.util.Set;
import muster.model.CheckRow;
import muster.store.analysis.ErrorShare;
import muster.store.analysis.statistics.Percent;
import muster.store.file.Store;
import muster.store.table.Row;
import muster.store.table.Table;

/** Whether a run can be trusted: its load generator, its answers, and whether what was measured was on one level. */
final class Validity {
    /** They say that a client is at its limit, and not that something else kept it from its work. */
    private static final Set<String> CLIENT_AT_ITS_LIMIT =
            Set.of("generator cpu", "processor demand", "run-queue wait", "canary", "gc pauses");

    /** How a doubt begins that is about the database and not about the machine. */
    static final String WRONG_ANSWERS = "wrong answers: ";

    private Validity() {}

    /**
     * Why not; empty if it can.
     *
     * @param aboutClients whether clients are compared, so that one at its limit is what was to be measured
     */
    static Optional<String> doubt(Store store, long run, boolean aboutClients) {
        return store
                .query("SELECT c.name, iif(c.kind = 'oracle', '" + WRONG_ANSWERS
                        + "', '') || c.name || ': ' || c.reason FROM check_summary c JOIN run_summary r USING (run_id)"
                        + " WHERE NOT c.passed AND (c.kind = 'oracle' OR r.validity = 'invalid' AND c.kind = 'validity')"
                        + " AND run_id = " + run)
                .rows()
                .stream()
                .filter(row -> !(aboutClients && CLIENT_AT_ITS_LIMIT.contains(String.valueOf(row.getFirst()))))
                .map(row -> String.valueOf(row.getLast()))
                .findFirst();
    }

    /** How many operations of its measure phases failed; empty for none or few. Such a run counts, and the note says so. */
    static Optional<String> failures(Store store, long run) {
        Table failed = store.query("SELECT r.name, 1.0 * sum(s.errors) / sum(s.operations) AS share FROM step_summary s"
                + " JOIN phase p USING (run_id, step, trial, phase) JOIN run r USING (run_id)"
                + " WHERE p.kind = 'measure' AND run_id = " + run + " GROUP BY r.name HAVING share > "
                + ErrorShare.FEW);
        return Row.of(failed).stream()
                .map(row -> Percent.of(row.number("share")) + " of " + row.text("name"))
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

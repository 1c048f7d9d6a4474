package muster.web;

import java.nio.file.Path;
import muster.store.file.sqlite.Query;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;

/** The runs that the store holds, the newest first, as JSON rows. */
final class RunHistory {
    private static final int MAX = 50;
    private static final String ROWS =
            "SELECT run_id, name, mode, target, workload, workers, started_at, operations, errors, throughput_per_s,"
                    + " p50_ns, p99_ns, max_ns, validity, thresholds, state, answers, answers_compared, answers_asked, (SELECT group_concat(DISTINCT name || ': '"
                    + " || observed) FROM check_summary c WHERE c.run_id = s.run_id AND c.kind = 'warning') AS warnings,"
                    + " (SELECT a.sentence FROM experiment_answer a WHERE a.run_id = s.run_id) AS answer,"
                    + " EXISTS (SELECT 1 FROM experiment_answer a WHERE s.run_id BETWEEN a.run_id AND a.run_id + a.runs - 1)"
                    + " AS searches,"
                    + " ok, others, absent, duplicate, unknown, aborted"
                    + " FROM run_summary s ORDER BY run_id DESC LIMIT " + MAX;

    private RunHistory() {}

    static String json(Path file) {
        try (Query query = Query.open(file)) {
            StringBuilder text = new StringBuilder();
            TableText.print(query.table(ROWS), Format.JSON, text);
            return text.toString();
        }
    }
}

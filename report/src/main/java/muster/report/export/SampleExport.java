package muster.report.export;

import java.util.List;
import java.util.stream.Collectors;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;

/** Single operations as CSV: a row each, in the order of their starts, with a column for each stage that any has. */
final class SampleExport {
    private static final String FROM = " FROM operation_sample o JOIN run r USING (run_id)"
            + " JOIN phase p USING (run_id, step, trial, phase) WHERE o.accepted AND o.run_id = ";

    private SampleExport() {}

    /** False if there is none. */
    static boolean write(Query query, long runId, Appendable out) {
        List<Row> stages =
                Row.of(query.table("SELECT DISTINCT j.key AS stage FROM operation_sample o, json_each(o.stages_json) j"
                        + " WHERE o.accepted AND o.run_id = " + runId + " ORDER BY 1"));
        String columns = stages.stream()
                .map(row -> ", o.stages_json ->> " + text("$.\"" + row.text("stage") + "\"") + " AS "
                        + name(row.text("stage") + "_ns"))
                .collect(Collectors.joining());
        query.stream(
                "SELECT o.run_id, r.name AS run, o.step, o.trial, o.phase, o.worker, o.operation, o.operation_index, o.outcome,"
                        + " o.sampled_every, o.start_ns, o.since_start_ns, o.service_ns, o.response_ns" + columns + FROM
                        + runId + " ORDER BY o.step, o.trial, p.ordinal, o.start_ns",
                TableText.sink(Format.CSV, out));
        return !query.table("SELECT 1" + FROM + runId + " LIMIT 1").rows().isEmpty();
    }

    private static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String name(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}

package muster.report.export;

import muster.store.file.sqlite.Query;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;

/** Interval rows of measured phases: one a second and operation, merged over workers. */
final class CsvExport {
    private static final String ROWS = """
            SELECT i.run_id, r.name AS run, i.step, i.trial, i.phase, t.parameters_json, p.clients,
              nullif(p.rate_per_s, 0) AS rate_per_s, p.start_ns / 1000000000 + i.second AS unix_second, i.second,
              i.operation, i.operations, i.errors, i.throughput_per_s, i.p50_ns, i.p99_ns, i.max_ns,
              i.ok, i.others, i.absent, i.duplicate, i.unknown, i.aborted
            FROM interval_summary i JOIN run r USING (run_id) JOIN step t USING (run_id, step)
              JOIN phase p USING (run_id, step, trial, phase)
            WHERE p.kind = 'measure' AND i.run_id =\s""";
    private static final String ORDER = " ORDER BY i.step, i.trial, p.ordinal, i.second, i.operation";

    private CsvExport() {}

    static void write(Query query, long runId, Appendable out) {
        query.stream(ROWS + runId + ORDER, TableText.sink(Format.CSV, out));
    }
}

package muster.report.export;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.store.file.sqlite.Query;
import muster.store.table.PhaseOrder;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;

/** The whole run as one object: a key a view or table, each an array of objects as {@code muster sql --json} prints. */
final class JsonExport {
    private final Query query;
    private final long runId;

    JsonExport(Query query, long runId) {
        this.query = query;
        this.runId = runId;
    }

    void write(Appendable out) throws IOException {
        out.append("{\"format\": \"muster-run\", \"version\": 1");
        for (Map.Entry<String, String> part : parts().entrySet()) {
            out.append(",\n\"").append(part.getKey()).append("\": ");
            query.stream(part.getValue(), TableText.sink(Format.JSON, out));
        }
        out.append("}\n");
    }

    private Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("run", all("run", "run_id"));
        parts.put("summary", all("run_summary", "run_id"));
        parts.put("plan", all("plan", "run_id"));
        parts.put("phases", all("phase", "step, trial, ordinal"));
        parts.put("workers", all("worker", "step, trial, phase, session"));
        parts.put("steps", all("step_summary", "step, trial, phase"));
        parts.put("operations", all("operation_summary", "step, trial, phase, operation, timing"));
        parts.put("stages", all("stage_summary", "step, trial, phase, operation, stage"));
        parts.put("outcomes", all("outcome_summary", "step, trial, phase, operation, outcome"));
        parts.put("jmeter", all("jmeter_summary", "step, trial, label"));
        parts.put("checks", all("check_summary", "step, trial, kind, name, worker"));
        parts.put("coverage", all("coverage_summary", "step, trial, phase"));
        parts.put("environment", all("environment", "source, worker, session, key"));
        parts.put("intervals", all("interval_summary", "step, trial, phase, second, operation"));
        parts.put("samples", all("operation_sample", "step, trial, phase, start_ns"));
        return parts;
    }

    private String all(String view, String order) {
        return "SELECT * FROM " + view + " WHERE run_id = " + runId + " ORDER BY " + PhaseOrder.of(view, order);
    }
}

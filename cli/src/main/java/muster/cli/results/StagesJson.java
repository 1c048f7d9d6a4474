package muster.cli.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.cli.terminal.OutcomeJson;
import muster.report.stage.Log2Bucket;
import muster.report.stage.PhaseStages;
import muster.store.table.Row;
import org.jspecify.annotations.Nullable;

/** Stages for programs: an object a measured phase, with the columns of stage_summary and the rows of stage_histogram. */
final class StagesJson {
    private static final List<String> COLUMNS = List.of(
            "operation",
            "stage",
            "samples",
            "mean_ns",
            "min_ns",
            "p25_ns",
            "p50_ns",
            "p75_ns",
            "p90_ns",
            "p99_ns",
            "p999_ns",
            "p9999_ns",
            "max_ns",
            "share_of_service");

    private StagesJson() {}

    static List<Map<String, Object>> of(List<List<PhaseStages>> runs) {
        return runs.stream().flatMap(List::stream).map(StagesJson::phase).toList();
    }

    private static Map<String, Object> phase(PhaseStages phase) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("run_id", phase.at().runId());
        json.put("name", phase.run());
        json.put("step", phase.at().step());
        json.put("trial", phase.at().trial());
        json.put("phase", phase.at().phase());
        json.put("settings", phase.settings());
        json.put("outcomes", OutcomeJson.byName(phase.outcomes()));
        json.put(
                "stages", phase.figures().stream().map(row -> stage(phase, row)).toList());
        return json;
    }

    private static Map<String, @Nullable Object> stage(PhaseStages phase, Row row) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        COLUMNS.forEach(column -> json.put(column, row.values().get(column)));
        List<List<Long>> histogram = new ArrayList<>();
        for (Log2Bucket bucket : phase.histogram(row.text("operation"), row.text("stage"))) {
            histogram.add(List.of(bucket.lowNs(), bucket.highNs(), bucket.count()));
        }
        json.put("histogram", histogram);
        return json;
    }
}

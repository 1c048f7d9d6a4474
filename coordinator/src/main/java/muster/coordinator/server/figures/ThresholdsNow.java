package muster.coordinator.server.figures;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.verdict.ThresholdCheck;
import muster.store.file.row.OutcomeSql;
import muster.store.file.sqlite.Query;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.rule.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * What the thresholds of a plan come to in the last seconds of a measure phase that is running. The phase is judged by all of it, at its
 * end.
 */
public final class ThresholdsNow {
    /** Of an operation, of all operations of a stream, or ("") of all. */
    private static final String FIGURES =
            "WITH asked(name, timing, percentile) AS (VALUES (?, ?, ?)), " + RecentSamples.SQL
                    + """
            SELECT sum(iif(recent.timing = 'service' AND outcome = 'ok', samples, 0)) / s AS throughput,
              sum(iif(recent.timing = 'service' AND %1$s, samples, 0)) AS errors,
              100.0 * sum(iif(recent.timing = 'service' AND %1$s, samples, 0))
                / sum(iif(recent.timing = 'service', samples, 0)) AS "errors%%",
              hdr_mean(%2$s) AS mean, hdr_min(%2$s) AS min, hdr_max(%2$s) AS max, hdr_percentile(%2$s, percentile) AS percentile
            FROM recent, span, asked
            WHERE kind = 'measure' AND (name IN ('', operation) OR substr(operation, 1, length(name) + 1) = name || ' ')""".formatted(
                                    OutcomeSql.IS_ERROR,
                                    "hdr_merge(iif(recent.timing = asked.timing AND outcome = 'ok', histogram, NULL))");

    private long run;
    private List<Threshold> thresholds = List.of();

    /** For programs: text, what was observed, and whether that meets it; nothing of one that nothing is known of. */
    public List<Map<String, Object>> of(Query query, long runId, long sinceNs) {
        return thresholds(query, runId).stream()
                .map(threshold -> row(threshold, figure(query, threshold, runId, sinceNs)))
                .filter(row -> !row.isEmpty())
                .toList();
    }

    /** They are those of the plan while it runs. */
    private List<Threshold> thresholds(Query query, long runId) {
        if (runId != run) {
            List<List<@Nullable Object>> plans = query.table("SELECT text FROM plan WHERE run_id = ?", List.of(runId))
                    .rows();
            thresholds = plans.isEmpty()
                    ? List.of()
                    : read(String.valueOf(plans.getFirst().getFirst()));
            run = plans.isEmpty() ? 0 : runId;
        }
        return thresholds;
    }

    private static List<Threshold> read(String plan) {
        try {
            return PlanReader.parse(plan, "plan", List.of()).thresholds();
        } catch (PlanException ofAnotherVersion) {
            return List.of();
        }
    }

    private static Map<String, Object> row(Threshold threshold, @Nullable Number observed) {
        Map<String, Object> row = new LinkedHashMap<>();
        if (observed != null) {
            row.put("text", threshold.text());
            row.put("observed", ThresholdCheck.text(threshold, observed.doubleValue()));
            row.put("met", threshold.met(observed.doubleValue()));
        }
        return row;
    }

    private static @Nullable Number figure(Query query, Threshold threshold, long runId, long sinceNs) {
        boolean percentile = threshold.metric().startsWith("p");
        Object rank = percentile ? Double.parseDouble(threshold.metric().substring(1)) : 50.0;
        var figures = query.table(FIGURES, List.of(threshold.operation(), threshold.timing(), rank, runId, sinceNs));
        int column = figures.columns().indexOf(percentile ? "percentile" : threshold.metric());
        return (Number) figures.rows().getFirst().get(column);
    }
}

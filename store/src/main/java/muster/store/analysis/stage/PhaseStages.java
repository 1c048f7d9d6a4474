package muster.store.analysis.stage;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.store.table.Row;
import muster.store.table.Table;

/**
 * The stages of one measured phase. Stages are of outcome ok only.
 *
 * @param run its name
 * @param settings what the sweep sets in its step, such as "protocol http2, clients 64"; "" without a sweep
 * @param outcomes how its operations ended, by their names
 * @param figures rows of view stage_summary: stages in their order, and last service time, which is the whole
 */
public record PhaseStages(
        String run,
        PhaseAt at,
        String settings,
        Map<String, OutcomeCounts> outcomes,
        List<Row> figures,
        List<Row> powers) {
    private static final String OUTCOMES =
            "SELECT * FROM operation_summary WHERE run_id = %d AND timing = 'service' ORDER BY operation";
    private static final String PHASES = """
            SELECT p.step, p.trial, p.phase, r.name FROM phase p JOIN run r USING (run_id)
            WHERE p.run_id = %d AND p.kind = 'measure' AND p.state <> 'abandoned' AND p.start_ns > 0
            ORDER BY p.step, p.trial, p.ordinal""";
    private static final String SETTINGS = """
            SELECT s.step, j.key, CASE WHEN j.type = 'object' THEN coalesce(j.value ->> 'kind', j.value)
              WHEN j.type IN ('true', 'false') THEN j.type ELSE j.value END AS value
            FROM step s, json_each(s.parameters_json) j WHERE s.run_id = %d ORDER BY s.step, j.id""";
    private static final Comparator<Row> ORDER = Comparator.<Row, String>comparing(row -> row.text("operation"))
            .thenComparingInt(row -> StageNames.place(row.text("stage")))
            .thenComparing(row -> row.text("stage"));

    /**
     * All measured phases of a run, in their order. Nothing is known of one that goes on: histograms are decoded at its end.
     *
     * @param query answers a query of the file
     */
    public static List<PhaseStages> read(Function<String, Table> query, long runId) {
        Map<Long, String> settings = rows(query, SETTINGS, runId).stream()
                .collect(Collectors.groupingBy(
                        row -> row.whole("step"), Collectors.mapping(PhaseStages::setting, Collectors.joining(", "))));
        Map<PhaseAt, List<Row>> figures =
                byPhase(rows(query, "SELECT * FROM stage_summary WHERE run_id = %d", runId), runId);
        Map<PhaseAt, List<Row>> powers =
                byPhase(rows(query, "SELECT * FROM stage_histogram WHERE run_id = %d ORDER BY low_ns", runId), runId);
        Map<PhaseAt, List<Row>> outcomes = byPhase(rows(query, OUTCOMES, runId), runId);
        return rows(query, PHASES, runId).stream()
                .map(row -> new PhaseStages(
                        row.text("name"),
                        at(row, runId),
                        settings.getOrDefault(row.whole("step"), ""),
                        outcomes(outcomes.getOrDefault(at(row, runId), List.of())),
                        figures.getOrDefault(at(row, runId), List.of()).stream()
                                .sorted(ORDER)
                                .toList(),
                        powers.getOrDefault(at(row, runId), List.of())))
                .toList();
    }

    private static Map<String, OutcomeCounts> outcomes(List<Row> operations) {
        Map<String, OutcomeCounts> outcomes = new LinkedHashMap<>();
        operations.forEach(row -> outcomes.put(row.text("operation"), row.counts()));
        return outcomes;
    }

    private static List<Row> rows(Function<String, Table> query, String sql, long runId) {
        return Row.of(query.apply(sql.formatted(runId)));
    }

    private static Map<PhaseAt, List<Row>> byPhase(List<Row> rows, long runId) {
        return rows.stream().collect(Collectors.groupingBy(row -> at(row, runId)));
    }

    private static PhaseAt at(Row row, long runId) {
        return new PhaseAt(runId, (int) row.whole("step"), (int) row.whole("trial"), row.text("phase"));
    }

    private static String setting(Row row) {
        String key = row.text("key");
        return key.substring(key.lastIndexOf('.') + 1) + " " + row.text("value");
    }

    /** Whether there is more than service time. */
    public boolean any() {
        return figures.stream().anyMatch(row -> !row.text("stage").equals("service"));
    }

    /** A line for each operation of which not all were ok, and so not all are in the stages. */
    public List<String> leftOut() {
        return outcomes.entrySet().stream()
                .filter(operation ->
                        operation.getValue().ok() < operation.getValue().operations())
                .map(operation -> operation.getKey() + ", of which the stages are of ok only: "
                        + operation.getValue().sentence())
                .toList();
    }

    public List<String> operations() {
        return figures.stream().map(row -> row.text("operation")).distinct().toList();
    }

    /** Its stages, as {@link #figures} has them. */
    public List<String> stages(String operation) {
        return figures.stream()
                .filter(row -> row.text("operation").equals(operation))
                .map(row -> row.text("stage"))
                .toList();
    }

    /** By powers of two. */
    public List<Log2Bucket> histogram(String operation, String stage) {
        return Log2Bucket.of(powers.stream()
                .filter(row -> row.text("operation").equals(operation)
                        && row.text("stage").equals(stage))
                .toList());
    }
}

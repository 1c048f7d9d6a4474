package muster.report.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.model.CountedOperations;
import muster.report.analysis.FoundNothing;
import muster.report.sweep.SweepStep.Trial;
import muster.store.table.Row;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/** Reads the complete measured phases of a run, step by step. */
final class SweepReader {

    private final Function<String, Table> query;
    private final long runId;
    private final Map<Long, Map<String, Row>> parameters = new TreeMap<>();
    private final Map<String, String> shortKeys = new LinkedHashMap<>();
    private @Nullable List<Row> trialRows;

    SweepReader(Function<String, Table> query, long runId) {
        this.query = query;
        this.runId = runId;
        Row.of(query.apply("""
            SELECT s.step, j.key, j.type, j.value, coalesce(j.value ->> 'kind', j.value) AS kind, j.value ->> 'uri' AS uri
            FROM step s, json_each(s.parameters_json) j WHERE s.run_id = %d AND j.type = 'object'
            UNION ALL SELECT s.step, j.key, j.type, j.value, j.value, NULL
            FROM step s, json_each(s.parameters_json) j WHERE s.run_id = %d AND j.type <> 'object' ORDER BY 1""".formatted(runId, runId)))
                .forEach(row -> parameters
                        .computeIfAbsent(row.whole("step"), step -> new LinkedHashMap<>())
                        .put(row.text("key"), row));
        Set<String> varied = new LinkedHashSet<>();
        parameters
                .values()
                .forEach(step -> step.keySet().stream().filter(this::varies).forEach(varied::add));
        varied.forEach(key -> shortKeys.put(key, isShort(key, varied) ? last(key) : key));
    }

    private boolean varies(String key) {
        boolean missing = parameters.values().stream().anyMatch(step -> !step.containsKey(key));
        return missing || rowsOf(key).map(row -> row.text("value")).distinct().count() > 1;
    }

    private Stream<Row> rowsOf(String key) {
        return parameters.values().stream().flatMap(step -> Stream.ofNullable(step.get(key)));
    }

    private static boolean isShort(String key, Set<String> keys) {
        return keys.stream().filter(other -> last(other).equals(last(key))).count() == 1;
    }

    private static String last(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    /** By full key, how it is called here. */
    Map<String, String> keys() {
        return shortKeys;
    }

    boolean batches() {
        return trialRows().stream().anyMatch(row -> row.whole("batches") == 1);
    }

    /** Read when it is first asked for: a run without a sweep needs none of it. */
    private List<Row> trialRows() {
        if (trialRows == null) {
            trialRows = readTrials();
        }
        return trialRows;
    }

    /** Batches are compared by what they hold: fewer and larger ones do the same work. */
    private List<Row> readTrials() {
        return Row.of(query.apply("""
            SELECT s.phase, s.step, s.trial, s.throughput_per_s, s.ok, s.errors, s.absent, s.duplicate, s.unknown, s.aborted, s.rate, s.p50_ns, s.p99_ns, s.validity, s.answers, s.left_out,
              rank() OVER (PARTITION BY s.phase, s.trial ORDER BY p.start_ns) - 1 AS place,
              (p.measured_until_ns - p.start_ns) / 1e9 AS seconds, r.workload = 'batch-insert' AS batches,
              (SELECT sum(elements) * 1.0 / sum(samples) FROM outcome_total t WHERE t.run_id = s.run_id AND t.step = s.step
                AND t.trial = s.trial AND t.phase = s.phase AND t.timing = 'service' AND t.outcome = 'ok'
                AND %s) AS elements,
              (SELECT c.observed FROM check_summary c WHERE c.run_id = s.run_id AND c.step = s.step AND c.trial = s.trial
                AND c.kind = 'finding' AND c.name = 'bottleneck' LIMIT 1) AS limited_by
            FROM step_summary s JOIN phase p USING (run_id, step, trial, phase) JOIN run r USING (run_id)
            WHERE s.run_id = %d AND p.kind = 'measure' AND p.state = 'complete' ORDER BY p.ordinal, s.step, s.trial""".formatted(CountedOperations.sql("t.operation"), runId)));
    }

    /** The steps of each measured phase, in order, without the trials that are left out. */
    Map<String, List<SweepStep>> phases() {
        Map<String, Map<Integer, List<Trial>>> trials = new LinkedHashMap<>();
        for (Row row : trialRows()) {
            if (row.whole("left_out") == 0) {
                trials.computeIfAbsent(row.text("phase"), phase -> new TreeMap<>())
                        .computeIfAbsent((int) row.whole("step"), step -> new ArrayList<>())
                        .add(trial(row));
            }
        }
        Map<String, List<SweepStep>> phases = new LinkedHashMap<>();
        trials.forEach((phase, steps) -> {
            List<SweepStep> all = new ArrayList<>();
            Map<Integer, Set<String>> foundNothing = foundNothing(phase, steps.keySet());
            steps.forEach((step, of) -> all.add(new SweepStep(
                    step, values(step), numeric(step), of, List.copyOf(foundNothing.getOrDefault(step, Set.of())))));
            phases.put(phase, all);
        });
        return phases;
    }

    private Map<Integer, Set<String>> foundNothing(String phase, Set<Integer> steps) {
        List<Row> answers = Row.of(query.apply("SELECT * FROM answer_summary WHERE run_id = %d AND phase = '%s'"
                .formatted(runId, phase.replace("'", "''"))));
        return FoundNothing.of(steps, answers, row -> (int) row.whole("step"), row -> row.text("operation"));
    }

    /** The highest number of a trial that was measured. */
    int trials() {
        return last(trialRows().stream());
    }

    /** The highest number of a trial that is left out, as it meets a cold server; 0 if none is. */
    int coldTrials() {
        return last(trialRows().stream().filter(row -> row.whole("left_out") == 1));
    }

    private static int last(Stream<Row> rows) {
        return (int) rows.mapToLong(row -> row.whole("trial")).max().orElse(0);
    }

    private static Trial trial(Row row) {
        double perS = row.number("throughput_per_s");
        double elements = row.whole("batches") == 1 ? row.number("elements") : 1;
        return new Trial(
                row.whole("trial"),
                (int) row.whole("place"),
                perS * elements,
                row.number("p50_ns"),
                row.number("p99_ns"),
                row.counts(),
                row.number("rate"),
                perS,
                row.number("seconds"),
                row.text("validity").equals("valid"),
                row.text("answers").equals("wrong"),
                row.text("limited_by"));
    }

    private Map<String, String> values(long step) {
        Map<String, String> values = new LinkedHashMap<>();
        shortKeys.forEach((key, name) -> {
            Row row = parameters.getOrDefault(step, Map.of()).get(key);
            values.put(name, row == null ? "-" : text(key, row));
        });
        return values;
    }

    /** A target is called by its kind, where that tells it from the others. */
    private String text(String key, Row row) {
        long alike = rowsOf(key)
                .filter(other -> other.text("kind").equals(row.text("kind")))
                .map(other -> other.text("value"))
                .distinct()
                .count();
        return alike > 1 && row.has("uri") ? row.text("kind") + " at " + row.text("uri") : row.text("kind");
    }

    private Map<String, Double> numeric(long step) {
        return parameters.getOrDefault(step, Map.of()).entrySet().stream()
                .filter(entry -> shortKeys.containsKey(entry.getKey()))
                .filter(entry -> entry.getValue().text("type").equals("integer")
                        || entry.getValue().text("type").equals("real"))
                .collect(Collectors.toMap(
                        entry -> String.valueOf(shortKeys.get(entry.getKey())),
                        entry -> entry.getValue().number("value")));
    }
}

package muster.store.analysis.comparison;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.OutcomeCounts;
import muster.model.RunRow;
import muster.store.analysis.AnalysisException;
import muster.store.analysis.ErrorShare;
import muster.store.file.sqlite.Query;
import muster.store.table.CheckLines;
import muster.store.table.Row;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of one side of a comparison.
 *
 * @param validity "valid" or "invalid"; of a run that did not complete its state, such as "stopped"
 * @param reasons why it is invalid; "" otherwise
 * @param counts of its measured operations
 * @param wrongAnswers how, one line each; none where none were found
 * @param answers the verdict on them, with its share
 * @param warnings one line each
 * @param failedLoad whether operations of its load failed, so that its graph is smaller than the plan says
 * @param plan what its plan says, by path
 * @param environment by source and key; several workers that differ have their values side by side
 * @param steps measured ones: the parameters of each, by its number
 * @param unsteady steps with a measured phase whose throughput drifted or shifted
 */
public record ComparedRun(
        Path file,
        long id,
        String name,
        String startedAt,
        String workload,
        String validity,
        String reasons,
        OutcomeCounts counts,
        List<String> wrongAnswers,
        Answers answers,
        List<String> warnings,
        boolean failedLoad,
        Map<String, String> plan,
        Map<String, String> environment,
        Map<Integer, String> steps,
        Set<Integer> unsteady) {

    static ComparedRun read(RunSource source) {
        Query query = source.query();
        long id = source.runId();
        Row run = Row.of(query.table("select s.*, p.text as plan from run_summary s join run r using (run_id)"
                        + " join plan p using (run_id) where r.run_id = " + id))
                .getFirst();
        String validity = run.text(run.has("validity") ? "validity" : "state");
        CheckLines checks = CheckLines.read(query::table, id);
        ComparedRun read = new ComparedRun(
                source.file(),
                id,
                run.text("name"),
                run.text("started_at"),
                run.text("workload"),
                validity,
                validity.equals("invalid") ? CheckLines.reasons(query::table, id) : "",
                run.counts(),
                checks.failed(CheckKind.ORACLE),
                Answers.of(run),
                checks.failed(CheckKind.WARNING),
                !doubted(query, id, CheckRow.FAILED_LOAD).isEmpty(),
                source.planFacts().apply(run.text("plan")),
                environment(query, id),
                steps(query, id),
                doubted(query, id, CheckRow.STEADY));
        if (read.steps.isEmpty()) {
            throw new AnalysisException(read.label() + " has no measured phase: there is nothing to compare");
        }
        return read;
    }

    /** Of its measured operations. */
    public double errorShare() {
        return ErrorShare.of((double) counts.errors(), (double) counts.operations());
    }

    /**
     * The verdict on the answers of a run.
     *
     * @param verdict "" where there is none
     * @param compared of the measured answers of reads
     * @param asked all of them; 0 where nothing was to be compared
     */
    public record Answers(String verdict, long compared, long asked) {
        private static Answers of(Row run) {
            return new Answers(run.text("answers"), run.whole("answers_compared"), run.whole("answers_asked"));
        }
    }

    public String label() {
        return file + ":" + id + " (" + name + ")";
    }

    /** Without what differs between any two runs and says nothing of what was measured. */
    private static Map<String, String> environment(Query query, long id) {
        Table table = query.table(
                "select source || ' ' || key, value from environment where key not like 'calibration.%' and key not like 'clock.%'"
                        + " and key <> '" + RunRow.ORDER_SEED + "' and run_id = " + id
                        + " union all select 'mode', mode from run where run_id = " + id
                        + " union all select 'workers', cast(workers as text) from run_summary where run_id = " + id);
        return table.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> text(row.get(0)),
                        TreeMap::new,
                        Collectors.mapping(
                                row -> text(row.get(1)),
                                Collectors.collectingAndThen(
                                        Collectors.toCollection(TreeSet::new),
                                        values -> String.join(" and ", values)))));
    }

    private static Map<Integer, String> steps(Query query, long id) {
        Table table =
                query.table("select distinct t.step, t.parameters_json from step t join phase p using (run_id, step)"
                        + " where p.kind = 'measure' and p.state <> 'abandoned' and p.start_ns > 0 and run_id = " + id
                        + " order by 1");
        Map<Integer, String> steps = new LinkedHashMap<>();
        table.rows().forEach(row -> steps.put(Integer.valueOf(text(row.get(0))), text(row.get(1))));
        return steps;
    }

    /** Steps of which a check did not pass. */
    private static Set<Integer> doubted(Query query, long id, String check) {
        Table table = query.table("select distinct step from check_summary where name = '" + check
                + "' and passed = 0 and run_id = " + id);
        return table.rows().stream()
                .map(row -> Integer.valueOf(text(row.get(0))))
                .collect(Collectors.toSet());
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}

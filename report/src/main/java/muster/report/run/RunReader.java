package muster.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.model.PhaseAt;
import muster.report.stage.PhaseStages;
import muster.report.sweep.SweepAnswer;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.CheckLines;
import muster.store.table.PhaseOrder;
import muster.store.table.Row;

/** Reads what the report shows of one run: the views, and tables where no view has it. */
public final class RunReader {
    private static final String RUN = """
            SELECT r.run_id, r.name, r.mode, r.target, r.workload, r.seed, r.state, r.message, r.exit_code,
              r.started_ns, r.ended_ns, s.started_at, s.workers, s.operations, s.elements, s.ok, s.errors, s.absent, s.duplicate, s.throughput_per_s,
              s.p50_ns, s.p99_ns, s.p999_ns, s.max_ns, s.validity, s.thresholds, s.answers, s.answers_compared,
              s.answers_asked, p.name AS plan, p.text AS plan_text
            FROM run r LEFT JOIN run_summary s USING (run_id) LEFT JOIN plan p USING (run_id) WHERE r.run_id = ?""";
    private static final String MEASURED = """
            SELECT s.*, p.start_ns, p.set_end_ns, p.measured_until_ns, p.state, p.finished
            FROM step_summary s JOIN phase p USING (run_id, step, trial, phase)
            WHERE s.run_id = ? AND p.kind = 'measure' AND p.start_ns > 0 ORDER BY s.step, s.trial, p.ordinal""";
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";

    private final Query query;
    private final long runId;

    /**
     * A reader of one run.
     *
     * @param query stays open while this is used
     */
    public RunReader(Query query, long runId) {
        this.query = query;
        this.runId = runId;
    }

    /** The run itself, its totals and its plan. */
    public Row run() {
        return rows(RUN).stream()
                .findFirst()
                .orElseThrow(() -> new StoreException(query.file() + ": there is no run " + runId));
    }

    /** Whether the file has this table or view; see {@link Query#has}. */
    public boolean has(String name) {
        return query.has(name);
    }

    /** Measured phases that began, in their order. */
    public List<MeasuredPhase> measured() {
        return rows(MEASURED).stream().map(row -> new MeasuredPhase(runId, row)).toList();
    }

    /** One row a step and swept key: value, and type as SQLite's JSON functions call it. */
    public List<Row> parameters() {
        return rows("SELECT s.step, j.key, j.value, j.type FROM step s, json_each(s.parameters_json) j"
                + " WHERE s.run_id = ? ORDER BY s.step");
    }

    /** Of a run with a sweep. */
    public List<SweepAnswer> answers() {
        return SweepAnswer.read(query::table, runId, null);
    }

    /** Of each measured phase, in their order. */
    public List<PhaseStages> stages() {
        return PhaseStages.read(query::table, runId);
    }

    /** What was checked, a line each. */
    public CheckLines checkLines() {
        return CheckLines.read(query::table, runId);
    }

    /** The rows of a view of this run; phases in the order of the plan. */
    public List<Row> all(String view, String order) {
        return rows("SELECT * FROM " + view + " WHERE run_id = ? ORDER BY " + PhaseOrder.of(view, order));
    }

    public List<Row> of(String columnsFrom, PhaseAt at, String rest) {
        return rows("SELECT " + columnsFrom + KEY + rest, at);
    }

    /**
     * The rows of a query.
     *
     * @param sql whose first parameter is the number of the run
     */
    public List<Row> rows(String sql, Object... values) {
        List<Object> all = new ArrayList<>(List.of(runId));
        all.addAll(Arrays.asList(values));
        return Row.of(query.table(sql, all));
    }

    /** As {@link #rows}, of another run. */
    public List<Row> rowsOf(long run, String sql) {
        return Row.of(query.table(sql, List.of(run)));
    }

    private List<Row> rows(String sql, PhaseAt at) {
        return rows(sql, at.step(), at.trial(), at.phase());
    }
}

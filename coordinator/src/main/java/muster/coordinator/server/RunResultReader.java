package muster.coordinator.server;

import java.util.List;
import java.util.function.DoubleConsumer;
import muster.model.CountedOperations;
import muster.model.RunRow;
import muster.protocol.CheckResult;
import muster.protocol.CoverageTotal;
import muster.protocol.CrashResult;
import muster.protocol.ErrorClassResult;
import muster.protocol.OperationResult;
import muster.protocol.OutcomeCounts;
import muster.protocol.RunResult;
import muster.store.file.Store;
import muster.store.table.CheckLines;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/** Reads the figures and verdicts of a run that has ended from the views of its store. */
final class RunResultReader {
    private final Store store;
    private final long runId;
    private final RunResult.Builder result = RunResult.newBuilder();

    private RunResultReader(Store store, long runId) {
        this.store = store;
        this.runId = runId;
    }

    private static final int MAX_CLASSES = 3;

    private static final String COUNTS = "absent, duplicate, unknown, aborted";

    static RunResult read(Store store, long runId) {
        RunResultReader reader = new RunResultReader(store, runId);
        reader.run();
        reader.steps();
        reader.operations();
        reader.checks();
        reader.coverage();
        reader.order();
        RunResultExtensions.addTo(reader.result, store, runId);
        reader.errorClasses();
        reader.crashes();
        return reader.result.build();
    }

    private List<List<@Nullable Object>> rows(String select) {
        Table table = store.query(select.replace("$run", Long.toString(runId)));
        return table.rows();
    }

    private void run() {
        rows("select name, mode, workers, operations, errors, validity, thresholds, answers, ok, " + COUNTS
                        + ", answers_compared, answers_asked from run_summary where run_id = $run")
                .forEach(row -> result.setName(text(row, 0))
                        .setMode(text(row, 1))
                        .setWorkers((int) number(row, 2))
                        .setOperations(number(row, 3))
                        .setErrors(number(row, 4))
                        .setValidity(text(row, 5))
                        .setThresholds(text(row, 6))
                        .setAnswers(text(row, 7))
                        .setCounts(counts(row, 8, 4, 9))
                        .setAnswersCompared(number(row, 13))
                        .setAnswersAsked(number(row, 14)));
    }

    /** A bad trial spoils its step, and no other: how many are left to use. */
    private void steps() {
        // An automatic sweep leaves out the steps beyond its last one.
        rows("select count(*) from step where run_id = $run and (step in (select step from phase where run_id = $run)"
                        + " or not exists (select 1 from check_result where run_id = $run and kind = 'fact' and name = 'sweep'))")
                .forEach(row -> result.setSteps((int) number(row, 0)));
        rows("select sum(valid) from (select s.step, min(coalesce(s.validity, '') = 'valid') as valid"
                        + " from step_summary s join phase p using (run_id, step, trial, phase)"
                        + " where p.kind = 'measure' and not s.left_out and run_id = $run group by s.step)")
                .forEach(row -> result.setValidSteps((int) number(row, 0)));
    }

    private void operations() {
        rows("select step, trial, phase, operation, samples, errors, throughput_per_s, p50_ns, p99_ns, p999_ns, max_ns, "
                        + COUNTS + " from operation_summary o where timing = 'response' and "
                        + CountedOperations.notTransaction("operation")
                        + " and phase in (select phase from phase where run_id = $run and kind = 'measure')"
                        + " and run_id = $run order by step, trial, (select ordinal from phase p where p.run_id = o.run_id"
                        + " and p.step = o.step and p.trial = o.trial and p.phase = o.phase), operation")
                .forEach(row -> result.addOperationResults(operation(row)));
    }

    private static OperationResult operation(List<@Nullable Object> row) {
        OperationResult.Builder operation = OperationResult.newBuilder()
                .setStep((int) number(row, 0))
                .setTrial((int) number(row, 1))
                .setPhase(text(row, 2))
                .setOperation(text(row, 3))
                .setOk(number(row, 4))
                .setErrors(number(row, 5))
                .setCounts(counts(row, 4, 5, 11));
        ifKnown(row, 6, operation::setOkPerS);
        ifKnown(row, 7, operation::setP50Ns);
        ifKnown(row, 8, operation::setP99Ns);
        ifKnown(row, 9, operation::setP999Ns);
        ifKnown(row, 10, operation::setMaxNs);
        return operation.build();
    }

    /** @param others the first column of {@link #COUNTS} */
    private static OutcomeCounts counts(List<@Nullable Object> row, int ok, int errors, int others) {
        return OutcomeCounts.newBuilder()
                .setOk(number(row, ok))
                .setErrors(number(row, errors))
                .setAbsent(number(row, others))
                .setDuplicate(number(row, others + 1))
                .setUnknown(number(row, others + 2))
                .setAborted(number(row, others + 3))
                .build();
    }

    private static void ifKnown(List<@Nullable Object> row, int column, DoubleConsumer set) {
        if (row.get(column) instanceof Number number) {
            set.accept(number.doubleValue());
        }
    }

    private void checks() {
        CheckLines.read(store::query, runId)
                .worthSaying()
                .forEach(line -> result.addChecks(CheckResult.newBuilder()
                        .setKind(line.kind().label())
                        .setPassed(line.passed())
                        .setText(line.text())));
    }

    private void coverage() {
        rows("select sum(planned), sum(covered), sum(missing), sum(counted), sum(executed_again), sum(quarantined)"
                        + " from coverage_summary where run_id = $run having count(*) > 0")
                .forEach(row -> result.setCoverage(CoverageTotal.newBuilder()
                        .setPlanned(number(row, 0))
                        .setCovered(number(row, 1))
                        .setMissing(number(row, 2))
                        .setCounted(number(row, 3))
                        .setExecutedAgain(number(row, 4))
                        .setQuarantined(number(row, 5))));
    }

    private void errorClasses() {
        rows("select outcome, sum(count), max(first_message) from outcome_summary o join phase p"
                        + " using (run_id, step, trial, phase) where p.kind = 'measure' and run_id = $run"
                        + " and " + CountedOperations.sql("operation") + " and o.kind = 'error'"
                        + " group by outcome having sum(count) > 0 order by 2 desc limit " + MAX_CLASSES)
                .forEach(row -> result.addErrorClasses(ErrorClassResult.newBuilder()
                        .setName(text(row, 0))
                        .setCount(number(row, 1))
                        .setExample(text(row, 2))));
    }

    private void crashes() {
        rows("select step, trial, phase, how, acknowledged, lost, unknown, unknown_kept, phantoms, half_transactions,"
                        + " parameters_json, rpo_ns, rto_ns, recovery_ns from crash_summary where run_id = $run")
                .forEach(row -> result.addCrashes(crash(row)));
    }

    private static CrashResult crash(List<@Nullable Object> row) {
        CrashResult.Builder crash = CrashResult.newBuilder()
                .setStep((int) number(row, 0))
                .setTrial((int) number(row, 1))
                .setPhase(text(row, 2))
                .setHow(text(row, 3))
                .setAcknowledged(number(row, 4))
                .setLost(number(row, 5))
                .setUnknown(number(row, 6))
                .setUnknownKept(number(row, 7))
                .setPhantoms(number(row, 8))
                .setHalfTransactions(number(row, 9))
                .setParametersJson(text(row, 10));
        ifKnown(row, 11, crash::setRpoNs);
        ifKnown(row, 12, crash::setRtoNs);
        ifKnown(row, 13, crash::setRecoveredNs);
        return crash.build();
    }

    private void order() {
        rows("select value from environment where source = 'coordinator' and key = '" + RunRow.ORDER_SEED
                        + "' and run_id = $run")
                .forEach(row -> result.setOrderSeed(text(row, 0)));
    }

    private static long number(List<@Nullable Object> row, int column) {
        return row.get(column) instanceof Number number ? number.longValue() : 0;
    }

    private static String text(List<@Nullable Object> row, int column) {
        Object value = row.get(column);
        return value == null ? "" : value.toString();
    }
}

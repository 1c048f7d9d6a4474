package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.verdict.CoverageCheck;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseState;
import muster.model.RunEnd;
import muster.model.UnfinishedRun;
import muster.protocol.Finding;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
    private static final PhaseAt AT = new PhaseAt(7, 1, 1, "measure");
    private static final PhaseAt VERIFY = new PhaseAt(7, 1, 1, "verify");

    private final Outbox outbox = new Outbox(1);
    private final RunOutcome outcome = ofSweep(1, 1);

    private static CheckRow check(int step, int trial, CheckKind kind, String name, boolean passed) {
        return new CheckRow(7, step, trial, kind.label(), name, "x", "y", passed, "", "");
    }

    private static CheckRow judged(int step, int trial) {
        return check(step, trial, CheckKind.VALIDITY, CoverageCheck.NAME, true);
    }

    private RunEnd complete() {
        outcome.phaseBegins();
        return outcome.end(7, true, true, 5);
    }

    private List<CheckRow> written() {
        return outbox.take().stream()
                .flatMap(
                        action -> action instanceof Action.WriteChecks checks ? checks.rows().stream() : Stream.empty())
                .toList();
    }

    private RunOutcome ofSweep(int steps, int trials) {
        Plan plan = PlanReader.parse(
                "{name: p, target: {kind: noop}, workload: {kind: noop}, phases: [{kind: measure, duration: 1s}]}",
                "p",
                List.of());
        List<RunScript.StepScript> scripts = IntStream.rangeClosed(1, steps)
                .mapToObj(step -> new RunScript.StepScript(step, "{}", plan, "{}", List.of()))
                .toList();
        return new RunOutcome(outbox, new RunScript(plan, trials, scripts, 1, Map.of()));
    }

    private static RunEnd complete(RunOutcome run) {
        run.phaseBegins();
        return run.end(7, true, true, 5);
    }

    @Test
    void a_trial_that_the_answer_of_a_sweep_leaves_out_is_not_judged() {
        RunOutcome sweep = ofSweep(2, 4);
        sweep.add(List.of(
                judged(1, 1),
                judged(1, 2),
                check(1, 1, CheckKind.VALIDITY, "run-queue wait", false),
                check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", false),
                check(1, 2, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        assertThat(complete(sweep)).isEqualTo(new RunEnd(7, "complete", 5, "valid", "met", 0, ""));
        assertThat(written())
                .filteredOn(row -> row.kind().equals("warning"))
                .extracting(CheckRow::name)
                .containsExactly("run-queue wait", "p99 < 1ms");
    }

    @Test
    void every_other_trial_is_judged() {
        for (RunOutcome judged : List.of(ofSweep(2, 3), ofSweep(1, 4))) {
            judged.add(List.of(judged(1, 1), check(1, 1, CheckKind.VALIDITY, "run-queue wait", false)));
            assertThat(complete(judged).exitCode()).isEqualTo(111);
        }
        RunOutcome second = ofSweep(2, 4);
        second.add(List.of(judged(1, 2), check(1, 2, CheckKind.VALIDITY, "run-queue wait", false)));
        assertThat(complete(second).validity()).isEqualTo("invalid");
    }

    @Test
    void books_that_disagree_and_wrong_answers_count_in_a_trial_that_is_left_out() {
        RunOutcome books = ofSweep(2, 4);
        books.add(check(1, 1, CheckKind.VALIDITY, CoverageCheck.NAME, false));
        assertThat(complete(books).validity()).isEqualTo("invalid");
        RunOutcome answers = ofSweep(2, 4);
        answers.add(List.of(judged(1, 1), check(1, 1, CheckKind.ORACLE, "verify: feeds", false)));
        assertThat(complete(answers).exitCode()).isEqualTo(97);
    }

    @Test
    void a_run_that_completed_is_valid_and_met() {
        outcome.add(List.of(judged(1, 1), check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        assertThat(complete()).isEqualTo(new RunEnd(7, "complete", 5, "valid", "met", 0, ""));
    }

    @Test
    void checks_of_a_phase_are_written_together() {
        outcome.add(List.of(judged(1, 1), check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        assertThat(outbox.take())
                .singleElement()
                .satisfies(action ->
                        assertThat(((Action.WriteChecks) action).rows()).hasSize(2));
    }

    @Test
    void a_run_that_was_stopped_has_no_verdict_whatever_it_had_found() {
        outcome.add(List.of(judged(1, 1), check(1, 1, CheckKind.VALIDITY, "lag", false)));
        outcome.phaseBegins();
        outcome.cutShort(ExitCode.ABORTED, "cancelled from outside");
        RunEnd end = outcome.end(7, false, true, 5);
        assertThat(end).isEqualTo(new RunEnd(7, "stopped", 5, null, null, 105, "cancelled from outside"));
    }

    @Test
    void a_run_that_ends_before_its_first_phase_has_failed() {
        outcome.cutShort(ExitCode.FAULT, "the target does not answer");
        assertThat(outcome.end(7, false, true, 5))
                .isEqualTo(new RunEnd(7, "failed", 5, null, null, 2, "the target does not answer"));
    }

    @Test
    void a_run_that_measured_nothing_is_not_valid() {
        assertThat(complete()).isEqualTo(new RunEnd(7, "complete", 5, null, "none", 0, ""));
    }

    @Test
    void wrong_answers_end_a_run_with_97_and_leave_its_thresholds_as_they_are() {
        outcome.add(List.of(judged(1, 1), check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        outcome.found(
                VERIFY,
                Finding.newBuilder()
                        .setName("feeds")
                        .setExpected("3")
                        .setObserved("2")
                        .setReason("a post is missing")
                        .build());
        RunEnd end = complete();
        assertThat(end.validity()).isEqualTo("valid");
        assertThat(end.thresholds()).isEqualTo("met");
        assertThat(end.exitCode()).isEqualTo(97);
        assertThat(end.message()).isEqualTo("wrong answers: step 1 trial 1: verify: feeds: a post is missing");
    }

    private static CheckRow nothing(int step, CheckKind kind) {
        return check(step, 1, kind, CheckRow.NOTHING_MEASURED, kind == CheckKind.FACT);
    }

    @Test
    void a_run_in_which_no_operation_completed_has_failed_and_meets_no_threshold() {
        outcome.add(List.of(judged(1, 1), nothing(1, CheckKind.WARNING)));
        assertThat(complete()).isEqualTo(new RunEnd(7, "failed", 5, null, "none", 1, ""));
    }

    @Test
    void a_starved_generator_that_completed_nothing_is_invalid_first() {
        outcome.add(List.of(
                judged(1, 1),
                nothing(1, CheckKind.WARNING),
                check(1, 1, CheckKind.VALIDITY, "clients without a completion", false)));
        assertThat(complete()).isEqualTo(new RunEnd(7, "failed", 5, "invalid", "none", 111, ""));
    }

    @Test
    void a_step_in_which_nothing_completed_leaves_the_run_without_a_verdict() {
        RunOutcome sweep = ofSweep(2, 1);
        sweep.add(List.of(judged(1, 1), check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        sweep.add(List.of(judged(2, 1), nothing(2, CheckKind.WARNING)));
        assertThat(complete(sweep)).isEqualTo(new RunEnd(7, "complete", 5, null, "none", 1, ""));
    }

    @Test
    void a_sweep_that_ends_where_nothing_completes_any_more_has_found_its_end() {
        RunOutcome sweep = ofSweep(2, 1);
        sweep.add(List.of(judged(1, 1), check(1, 1, CheckKind.THRESHOLD, "p99 < 1ms", true)));
        sweep.add(List.of(judged(2, 1), nothing(2, CheckKind.FACT)));
        assertThat(complete(sweep)).isEqualTo(new RunEnd(7, "complete", 5, "valid", "met", 0, ""));
    }

    @Test
    void a_lost_target_precedes_wrong_answers_and_both_are_in_the_message() {
        outcome.phaseBegins();
        outcome.found(
                VERIFY,
                Finding.newBuilder()
                        .setName("feeds")
                        .setReason("a post is missing")
                        .build());
        outcome.cutShort(ExitCode.FAULT, "target lost at 9.1 s");
        RunEnd end = outcome.end(7, false, true, 5);
        assertThat(end.exitCode()).isEqualTo(2);
        assertThat(end.message()).contains("wrong answers: ", "target lost at 9.1 s");
    }

    @Test
    void a_load_that_failed_is_not_begun_again_after_a_restart() {
        outcome.rememberFailedLoad(interrupted(List.of(check(1, 1, CheckKind.WARNING, CheckRow.FAILED_LOAD, false))));
        assertThat(outcome.failed()).isTrue();
        assertThat(complete()).isEqualTo(new RunEnd(7, "failed", 5, null, null, 1, "load failed: y"));
    }

    @Test
    void a_statement_after_the_load_that_is_refused_ends_the_run_unless_the_load_continues() {
        PhaseAt trial = new PhaseAt(7, 1, 1, "");
        Plan plan = PlanReader.parse(
                "{target: {kind: noop}, workload: {kind: noop}, phases: [{kind: load}, {kind: measure, duration: 1s}]}",
                "p",
                List.of());
        outcome.refusedAfterLoad(trial, plan, "data.indexes: \"CREATE\": syntax error");
        assertThat(complete())
                .isEqualTo(new RunEnd(
                        7, "failed", 5, null, null, 1, "load failed: data.indexes: \"CREATE\": syntax error"));
        RunOutcome continues = ofSweep(1, 1);
        continues.add(judged(1, 1));
        Plan tolerant = PlanReader.parse(plan.text(), "p", List.of("load.onError=continue"));
        continues.refusedAfterLoad(trial, tolerant, "data.after: no");
        assertThat(complete(continues).exitCode()).isZero();
        assertThat(written())
                .filteredOn(row -> row.name().equals(CheckRow.FAILED_LOAD))
                .extracting(CheckRow::observed)
                .containsExactly("data.indexes: \"CREATE\": syntax error", "data.after: no");
    }

    @Test
    void a_warning_never_passes_and_decides_nothing() {
        outcome.add(judged(1, 1));
        outcome.unverified(VERIFY, "the oracle runs in a Java worker");
        assertThat(written())
                .last()
                .isEqualTo(new CheckRow(
                        7,
                        1,
                        1,
                        "warning",
                        "verify",
                        "verified",
                        "not verified",
                        false,
                        "",
                        "the oracle runs in a Java worker"));
        assertThat(complete().exitCode()).isZero();
    }

    @Test
    void a_trial_from_another_state_is_a_wrong_answer() {
        outcome.fingerprint(new PhaseAt(7, 1, 1, ""), "1", "{vertices=3}");
        outcome.fingerprint(new PhaseAt(7, 1, 2, ""), "1", "{vertices=4}");
        assertThat(written()).extracting(CheckRow::passed).containsExactly(true, false);
        assertThat(complete().exitCode()).isEqualTo(97);
    }

    @Test
    void what_an_abandoned_trial_found_is_forgotten() {
        outcome.add(List.of(judged(1, 1), check(1, 1, CheckKind.VALIDITY, "lag", false)));
        outcome.add(judged(1, 2));
        outcome.abandoned(1, 1);
        assertThat(complete().validity()).isEqualTo("valid");
    }

    @Test
    void books_that_do_not_agree_make_a_run_invalid() {
        outcome.add(CoverageCheck.of(AT, figures(new PhaseBooks(10, 9, 1, 8))));
        assertThat(written())
                .singleElement()
                .satisfies(row -> assertThat(row.observed()).isEqualTo("planned 10, covered 9, missing 1, counted 8"));
        RunEnd end = complete();
        assertThat(end.validity()).isEqualTo("invalid");
        assertThat(end.exitCode()).isEqualTo(111);
    }

    @Test
    void a_run_that_was_stopped_is_invalid_if_its_books_do_not_agree() {
        outcome.add(CoverageCheck.of(AT, figures(new PhaseBooks(170, 0, 94, 0))));
        outcome.cutShort(ExitCode.FAULT, "a snapshot was refused");
        RunEnd end = outcome.end(7, false, false, 5);
        assertThat(end.validity()).isEqualTo("invalid");
        assertThat(end.exitCode()).as("a fault is worse").isEqualTo(2);
    }

    @Test
    void of_a_phase_that_is_not_measured_only_wrong_books_are_reported() {
        assertThat(CoverageCheck.failure(AT, figures(new PhaseBooks(10, 9, 1, 9))))
                .isEmpty();
        assertThat(CoverageCheck.failure(AT, figures(new PhaseBooks(10, 9, 0, 9))))
                .hasSize(1);
    }

    private static PhaseFigures figures(PhaseBooks books) {
        return new PhaseFigures(0, 0, List.<OperationFigures>of(), books, Map.of(), List.of(), List.of(), null);
    }

    @Test
    void an_earlier_incarnation_had_judged_some() {
        outcome.remember(interrupted(List.of(judged(1, 1), check(1, 1, CheckKind.VALIDITY, "lag", false))));
        assertThat(written()).isEmpty();
        assertThat(complete().validity()).isEqualTo("invalid");
    }

    @Test
    void a_phase_that_was_measured_and_never_judged_spoils_its_trial() {
        outcome.remember(interrupted(List.of()));
        assertThat(written())
                .singleElement()
                .satisfies(row -> assertThat(row.reason()).contains("restarted between the end of a measured phase"));
        assertThat(complete().validity()).isEqualTo("invalid");
    }

    /** Its first trial was measured to its end. */
    private static InterruptedRun interrupted(List<CheckRow> checks) {
        Plan plan = PlanReader.parse(
                "name: n\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, operations: 5}]\n",
                "test",
                List.of());
        ExecutedPhase phase = new ExecutedPhase(
                "measure", plan.phases().getFirst(), new PhaseKey(plan.seed(), 0, "", 0, 1), 5, 1, false);
        RunScript script = new RunScript(
                plan, 1, List.of(new RunScript.StepScript(1, "{}", plan, "{}", List.of(phase))), 0, Map.of());
        Submission submission = new Submission(1, "", "cluster", 1, 1, 1, 0, "", "", List.of(), false);
        UnfinishedRun.Phase measured = new UnfinishedRun.Phase(
                new PhaseState(AT, Map.of(), List.of(), Map.of()), false, true, 1, 2, 2, List.of());
        return new InterruptedRun(7, 1, submission, script, List.of(measured), checks);
    }
}

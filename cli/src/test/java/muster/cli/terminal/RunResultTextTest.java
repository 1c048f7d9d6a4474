package muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.CheckResult;
import muster.protocol.CoverageTotal;
import muster.protocol.CrashResult;
import muster.protocol.ErrorClassResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.OutcomeCounts;
import muster.protocol.RunResult;
import muster.protocol.SweepResult;
import muster.protocol.SweepStepResult;
import org.junit.jupiter.api.Test;

class RunResultTextTest {
    private static RunResult.Builder result() {
        return RunResult.newBuilder()
                .setName("r")
                .setMode("cluster")
                .setWorkers(2)
                .setSteps(1)
                .setValidity("valid")
                .setThresholds("none")
                .setAnswers("not checked");
    }

    private static String text(String state, RunResult.Builder result) {
        return RunResultText.of(Finished.newBuilder()
                .setRunId(7)
                .setState(state)
                .setResult(result)
                .build());
    }

    private static CheckResult check(String kind, boolean passed, String text) {
        return CheckResult.newBuilder()
                .setKind(kind)
                .setPassed(passed)
                .setText(text)
                .build();
    }

    @Test
    void the_verdict_on_answers_has_its_share() {
        RunResult.Builder result =
                result().setAnswers("right").setAnswersCompared(1228).setAnswersAsked(3469);
        assertThat(text("complete", result)).contains("thresholds none; answers right: 1,228 of 3,469 compared");
        assertThat(text("complete", result().setAnswers("right"))).endsWith("answers right");
    }

    /** However many operations failed while the server was away. */
    @Test
    void what_a_crash_did_is_the_answer() {
        RunResult.Builder result = result().addCrashes(CrashResult.newBuilder()
                .setStep(1)
                .setTrial(1)
                .setHow("kill")
                .setAcknowledged(5059)
                .setUnknown(414)
                .setUnknownKept(1)
                .setRtoNs(507_000_000));
        for (int i = 0; i < 9; i++) {
            result.addErrorClasses(
                    ErrorClassResult.newBuilder().setName("57P0" + i).setCount(1));
        }
        assertThat(text("complete", result).lines().skip(1))
                .startsWith(
                        "after SIGKILL 0 of 5,059 acknowledged writes are gone; 1 of 414 without an answer are there;"
                                + " back after 507 ms, never at 90 % of the throughput before");
    }

    @Test
    void a_missed_threshold_is_distinguished_from_an_invalid_run() {
        RunResult.Builder result = result().setValidity("invalid")
                .setThresholds("missed")
                .addChecks(check("validity", false, "hiccups: observed 0.9"))
                .addChecks(check("threshold", false, "p99 < 1ms: observed 2 ms"))
                .addChecks(check("threshold", true, "p50 < 1ms: observed 1 us"))
                .addChecks(check("oracle", false, "feeds: observed 3"))
                .addChecks(check("finding", true, "bottleneck: the server"));
        assertThat(text("complete", result))
                .contains(
                        "INVALID  hiccups: observed 0.9",
                        "MISSED   p99 < 1ms: observed 2 ms",
                        "met      p50 < 1ms: observed 1 us",
                        "WRONG    feeds: observed 3",
                        "finding  bottleneck: the server",
                        "INVALID; thresholds missed; answers not checked");
    }

    @Test
    void a_sweep_begins_with_its_answer_and_has_a_row_a_step_with_what_limited_it() {
        SweepStepResult step = SweepStepResult.newBuilder()
                .setStep(1)
                .addValues("stou")
                .setTrials(3)
                .setPerS(1_047)
                .setLow(832)
                .setHigh(1_299)
                .setP50Ns(1.76e6)
                .setLimitedBy("host cpu")
                .setRemark("best")
                .build();
        RunResult.Builder result = result().addChecks(check("finding", true, "bottleneck: the server"))
                .addOperationResults(OperationResult.newBuilder().setOperation("post"))
                .addSweeps(SweepResult.newBuilder()
                        .setPhase("measure")
                        .setUnit("operations/s")
                        .addKeys("algorithm")
                        .addSteps(step)
                        .addSteps(step.toBuilder().setStep(2).setRemark(""))
                        .setColdTrials(1)
                        .addSentences("best of 2: it")
                        .addSentences("post: undecided"));
        assertThat(text("complete", result))
                .doesNotContain("bottleneck", "p99.9")
                .contains(
                        "algorithm  trials  operations/s  95 % interval      p50  p99  errors  limited by",
                        "stou            3        1.05 k  832 to 1.30 k  1.76 ms    -     0 %  host cpu    best",
                        "the first of which is left out")
                .containsSubsequence("; VALID; ", "best of 2: it", "post: undecided", "algorithm  trials");
    }

    @Test
    void a_percentile_of_too_few_samples_is_a_dash() {
        RunResult.Builder result = result().addOperationResults(OperationResult.newBuilder()
                        .setStep(1)
                        .setTrial(2)
                        .setPhase("measure")
                        .setOperation("post")
                        .setCounts(OutcomeCounts.newBuilder().setOk(12))
                        .setOkPerS(1234.56)
                        .setP50Ns(2e6))
                .setCoverage(
                        CoverageTotal.newBuilder().setPlanned(12).setCovered(11).setMissing(1));
        assertThat(text("complete", result).lines())
                .containsSubsequence(
                        "operation  ok  errors    ok/s      p50  p99  p99.9  max",
                        "post       12       0  1.23 k  2.00 ms    -      -    -")
                .contains("coverage: planned 12 = covered 11 + missing 1; counted 0; executed again 0; quarantined 0");
    }

    @Test
    void rows_say_where_they_are_from_only_where_there_are_several_places() {
        OperationResult read = OperationResult.newBuilder()
                .setStep(1)
                .setTrial(1)
                .setPhase("read")
                .setOperation("feed")
                .setCounts(OutcomeCounts.newBuilder().setOk(1_234_567))
                .build();
        RunResult.Builder result = result().addOperationResults(read)
                .addOperationResults(read.toBuilder().setPhase("write").setTrial(2));
        assertThat(text("complete", result).lines())
                .containsSubsequence(
                        "trial  phase  operation         ok  errors  ok/s  p50  p99  p99.9  max",
                        "1      read   feed       1,234,567       0     -    -    -      -    -",
                        "2      write  feed       1,234,567       0     -    -    -      -    -");
    }

    @Test
    void what_spoils_a_run_comes_before_warnings_and_what_is_as_it_should_be_comes_last() {
        RunResult.Builder result = result().addChecks(check("threshold", true, "p50 < 1ms: observed 1 us"))
                .addChecks(check("finding", true, "bottleneck: the server"))
                .addChecks(check("warning", false, "steady: observed a trend"))
                .addChecks(check("validity", false, "hiccups: observed 0.9"));
        assertThat(text("complete", result))
                .containsSubsequence(
                        "INVALID  hiccups", "warning  steady", "finding  bottleneck", "met      p50 < 1ms");
    }

    @Test
    void why_a_run_ended_early_follows_its_verdict() {
        Finished lost = Finished.newBuilder()
                .setRunId(7)
                .setState("stopped")
                .setMessage("target lost at 9.1 s")
                .setResult(result())
                .build();
        assertThat(RunResultText.of(lost).lines().toList())
                .startsWith(
                        "run 7 r (cluster, 2 workers): 0 operations: 0 ok, 0 errors; stopped, so there is no verdict",
                        "target lost at 9.1 s");
        assertThat(RunResultText.reason(lost)).isEqualTo("target lost at 9.1 s");
    }

    @Test
    void how_many_were_executed_again_is_a_bound() {
        RunResult.Builder result = result().setCoverage(CoverageTotal.newBuilder()
                .setPlanned(3_000)
                .setCovered(3_000)
                .setCounted(3_000)
                .setExecutedAgain(1_234));
        assertThat(text("complete", result)).contains("counted 3,000; executed again at most 1,234; quarantined 0");
    }

    @Test
    void a_run_that_was_stopped_has_no_verdict() {
        assertThat(text("stopped", result()))
                .endsWith("0 operations: 0 ok, 0 errors; stopped, so there is no verdict")
                .doesNotContain("VALID");
    }

    @Test
    void operations_add_up_and_what_is_absent_has_a_column_only_where_there_is_any() {
        OutcomeCounts.Builder some = OutcomeCounts.newBuilder().setOk(57).setAbsent(414);
        RunResult.Builder result = result().setCounts(some)
                .addOperationResults(
                        OperationResult.newBuilder().setOperation("post").setCounts(some));
        assertThat(text("complete", result).lines())
                .contains(
                        "operation  ok  errors  absent  ok/s  p50  p99  p99.9  max",
                        "post       57       0     414     -    -    -      -    -");
        assertThat(text("complete", result))
                .contains("run 7 r (cluster, 2 workers): 471 operations: 57 ok, 0 errors, 414 absent; VALID;")
                .doesNotContain("duplicate");
        assertThat(text("complete", result.setWorkers(1))).contains("run 7 r (cluster, 1 worker): 471 operations");
    }

    @Test
    void a_step_of_a_sweep_shows_the_share_of_what_is_duplicate() {
        SweepStepResult step = SweepStepResult.newBuilder()
                .setCounts(OutcomeCounts.newBuilder().setOk(75).setDuplicate(25))
                .build();
        RunResult.Builder result =
                result().addSweeps(SweepResult.newBuilder().addSteps(step).addSentences("none"));
        assertThat(text("complete", result).lines())
                .anySatisfy(line -> assertThat(line).contains("errors  duplicate  limited by"))
                .anySatisfy(line -> assertThat(line).contains("0 %       25 %"));
    }

    @Test
    void json_has_the_counts_by_name() {
        OutcomeCounts counts = OutcomeCounts.newBuilder()
                .setOk(5)
                .setErrors(4)
                .setAbsent(3)
                .setDuplicate(2)
                .setUnknown(1)
                .setAborted(1)
                .build();
        assertThat(OutcomeJson.of(OutcomeMessages.of(counts)))
                .isEqualTo(Map.of(
                        "operations",
                        14L,
                        "ok",
                        5L,
                        "errors",
                        4L,
                        "others",
                        5L,
                        "absent",
                        3L,
                        "duplicate",
                        2L,
                        "unknown",
                        1L,
                        "aborted",
                        1L));
    }

    @Test
    void a_run_of_several_steps_says_how_many_are_valid() {
        assertThat(text("complete", result().setValidity("invalid").setSteps(3).setValidSteps(2)))
                .contains("; INVALID (2 of 3 steps valid); thresholds none");
    }

    @Test
    void a_run_that_failed_is_its_message() {
        Finished finished = Finished.newBuilder()
                .setState("failed")
                .setMessage("the port is taken")
                .build();
        assertThat(RunResultText.of(finished)).isEqualTo("the port is taken");
    }
}

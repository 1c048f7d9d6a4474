package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import muster.cli.terminal.Ending;
import muster.protocol.CheckResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.protocol.RunSection;
import org.junit.jupiter.api.Test;

/** The order in which the demo says what came out. */
class DemoAnswerTest {
    private static final List<String> TABLE = List.of("arm  ok/s", "stou   60", "st     59");

    private static RunSection.Builder section() {
        return RunSection.newBuilder().setName("turns").addAllLines(TABLE).addNotes("figures of 25 blocks");
    }

    private static Finished finished(String validity, RunSection.Builder section, CheckResult... checks) {
        RunResult.Builder result = RunResult.newBuilder()
                .setName("demo-graphity")
                .setMode("cluster")
                .setWorkers(2)
                .setOperations(900)
                .setValidity(validity)
                .setThresholds("met")
                .setAnswers("right")
                .addOperationResults(operation("measure", "st feed", 5.1))
                .addOperationResults(operation("measure", "stou feed", 2.1))
                .addSections(section);
        return Finished.newBuilder()
                .setRunId(7)
                .setState("complete")
                .setResult(result.addAllChecks(List.of(checks)))
                .build();
    }

    private static OperationResult operation(String phase, String name, double p50Ms) {
        return OperationResult.newBuilder()
                .setPhase(phase)
                .setOperation(name)
                .setOkPerS(60)
                .setP50Ns(p50Ms * 1e6)
                .build();
    }

    private static List<String> lines(Finished compared) {
        return DemoAnswer.of(compared, Optional.empty()).lines();
    }

    @Test
    void the_verdict_comes_first_then_the_fastest_each_operation_and_the_arms() {
        RunSection.Builder section =
                section().addAnswers("fastest: stou").addAnswers("feed: stou answers 2 times as fast as st");
        List<String> lines = lines(finished("valid", section));
        assertThat(lines.getFirst())
                .startsWith("run 7 demo-graphity (cluster, 2 workers): ")
                .contains("; VALID; ");
        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        "fastest: stou",
                        "feed: stou answers 2 times as fast as st",
                        "arm  ok/s",
                        "stou   60",
                        "st     59",
                        "figures of 25 blocks");
    }

    @Test
    void it_asks_for_no_option_that_the_demo_has_not() {
        RunSection.Builder section = section()
                .addAnswers("undecided")
                .addNotes("what is undecided needs a phase of about 85s: --set measure.duration=85s");
        assertThat(lines(finished("valid", section))).contains("undecided").noneMatch(line -> line.contains("--set"));
    }

    @Test
    void why_it_ended_before_its_time_follows_the_verdict() {
        String lost = "target lost at 5.3 s of phase measure: 127.0.0.1:7687: Connection refused";
        Finished stopped =
                finished("", section().addAnswers("no verdict on the run: no arm is named the fastest")).toBuilder()
                        .setState("stopped")
                        .setExitCode(2)
                        .setMessage(lost)
                        .build();
        assertThat(lines(stopped).getFirst()).contains("stopped, so there is no verdict");
        assertThat(lines(stopped).get(1)).isEqualTo(lost);
        assertThat(DemoAnswer.of(finished("valid", section()), Optional.of(stopped))
                        .notes())
                .contains(lost)
                .anyMatch(line -> line.endsWith("stopped, so there is no verdict"));
    }

    @Test
    void an_invalid_run_says_so_first_and_why_after_its_arms() {
        CheckResult lag = CheckResult.newBuilder()
                .setKind("validity")
                .setText("schedule lag: observed 60 ms")
                .build();
        CheckResult colocated = CheckResult.newBuilder()
                .setKind("warning")
                .setText("co-located database: observed here")
                .build();
        String answer = "INVALID: no arm is named the fastest: schedule lag";
        List<String> lines = lines(finished("invalid", section().addAnswers(answer), colocated, lag));
        assertThat(lines.getFirst()).contains("; INVALID; ");
        assertThat(lines)
                .containsSubsequence(
                        answer,
                        "st     59",
                        "INVALID  schedule lag: observed 60 ms",
                        "warning  co-located database: observed here");
    }

    @Test
    void batches_are_one_line() {
        Ending ending =
                DemoAnswer.of(finished("valid", section()), Optional.of(finished("valid", RunSection.newBuilder())));
        assertThat(ending.notes())
                .containsExactly(
                        "batch insert: measure 60.0 batches/s, p50 5.10 ms; measure 60.0 batches/s, p50 2.10 ms",
                        "figures of 25 blocks");
    }
}

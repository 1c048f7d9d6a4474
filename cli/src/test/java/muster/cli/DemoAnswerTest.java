package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.CheckResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.protocol.RunSection;
import org.junit.jupiter.api.Test;

/** The order in which the demo says what came out. */
class DemoAnswerTest {
    private static final List<String> TABLE = List.of("arm  ok/s", "stou   60", "st     59", "figures of 25 blocks");

    private static Finished finished(String validity, List<String> lines, CheckResult... checks) {
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
                .addSections(RunSection.newBuilder().setName("turns").addAllLines(lines));
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

    private static List<String> lines(String... more) {
        List<String> lines = new ArrayList<>(TABLE);
        lines.addAll(List.of(more));
        return lines;
    }

    @Test
    void the_fastest_comes_first_then_each_operation_then_the_arms() {
        List<String> lines = DemoAnswer.of(finished(
                "valid", lines("feed: stou answers 2 times as fast as st", "measure for longer", "fastest: stou")));
        assertThat(lines)
                .startsWith("fastest: stou", "feed: stou answers 2 times as fast as st")
                .containsSubsequence(TABLE.getFirst(), TABLE.getLast(), "measure for longer");
        assertThat(lines).hasSize(8).last().asString().startsWith("run 7 demo-graphity (cluster, 2 workers): ");
    }

    @Test
    void it_asks_for_no_option_that_the_demo_has_not() {
        assertThat(DemoAnswer.of(finished(
                        "valid",
                        lines(
                                "what is undecided needs a phase of about 85s: --set measure.duration=85s",
                                "undecided"))))
                .startsWith("undecided")
                .noneMatch(line -> line.contains("--set"));
    }

    @Test
    void why_it_ended_before_its_time_comes_first() {
        String lost = "target lost at 5.3 s of phase measure: 127.0.0.1:7687: Connection refused";
        Finished stopped = finished("", lines("no verdict on the run: no arm is named the fastest")).toBuilder()
                .setState("stopped")
                .setMessage(lost)
                .build();
        assertThat(DemoAnswer.of(stopped)).startsWith(lost);
        assertThat(DemoAnswer.inserted(stopped)).startsWith(lost);
    }

    @Test
    void an_invalid_run_says_so_first_and_why_before_its_verdicts() {
        List<String> all = new ArrayList<>(List.of("INVALID: no arm is named the fastest: schedule lag"));
        all.addAll(TABLE);
        CheckResult lag = CheckResult.newBuilder()
                .setKind("validity")
                .setText("schedule lag: observed 60 ms")
                .build();
        CheckResult colocated = CheckResult.newBuilder()
                .setKind("warning")
                .setText("co-located database: observed here")
                .build();
        List<String> lines = DemoAnswer.of(finished("invalid", all, lag, colocated));
        assertThat(lines.getFirst()).isEqualTo(all.getFirst());
        assertThat(lines.get(lines.size() - 2)).isEqualTo("INVALID  schedule lag: observed 60 ms");
        assertThat(lines).noneMatch(line -> line.contains("co-located"));
    }

    @Test
    void batches_are_one_line_and_the_verdicts_of_their_run() {
        List<String> lines = DemoAnswer.inserted(finished("valid", List.of()));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .isEqualTo("batch insert: measure 60 batches/s, p50 5.10 ms; measure 60 batches/s, p50 2.10 ms");
    }
}

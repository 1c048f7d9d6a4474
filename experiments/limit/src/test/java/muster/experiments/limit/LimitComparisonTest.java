package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.limit.LimitComparison.Verdict;
import muster.model.OutcomeCounts;
import muster.text.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitComparisonTest {
    private static final String SLO = "p99 < 50ms";
    private static final OutcomeCounts COUNTS = new OutcomeCounts(900, 0, 0, 0, 0, 0);

    private static StepResult step(long run, double rate, double margin, String limitedBy) {
        return new StepResult(
                run, rate, rate, new StepResult.Latency("p99", 12_300_000), COUNTS, margin, limitedBy, true);
    }

    /** One step held at the limit, and one above it failed. */
    private static LimitResult closed(double rate, double low, double high) {
        return new LimitResult(
                new LimitEstimate(rate, low, high),
                step(1, 0, -1, "none"),
                List.of(step(2, rate, -1, "none"), step(3, high * 1.1, 1, "server")),
                "");
    }

    /** No step failed. */
    private static LimitResult open(double rate) {
        return new LimitResult(
                new LimitEstimate(2 * rate, 0.9 * rate, Double.POSITIVE_INFINITY),
                step(1, 0, -1, "none"),
                List.of(step(2, rate, -1, "none")),
                "");
    }

    private static LimitResult none() {
        return new LimitResult(null, step(1, 0, 1, "server"), List.of(), "");
    }

    private static LimitResult ended(LimitResult result, String why) {
        return new LimitResult(result.estimate(), result.oneClient(), result.steps(), why);
    }

    private static ComparedLimit target(String name, LimitResult result) {
        return target(name, result, result.exitCode());
    }

    private static ComparedLimit target(String name, LimitResult result, ExitCode exitCode) {
        return new ComparedLimit(name, "http", 128, name.hashCode(), result, exitCode);
    }

    private static LimitComparison comparison(ComparedLimit... targets) {
        return LimitComparison.of(SLO, List.of(targets));
    }

    private static void answers(LimitComparison comparison, Verdict verdict, ExitCode exitCode, String sentence) {
        assertThat(LimitSentence.of(comparison)).isEqualTo(sentence);
        assertThat(comparison.verdict()).isEqualTo(verdict);
        assertThat(comparison.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void the_best_comes_first_with_the_interval_of_its_ratio_to_the_next() {
        LimitComparison comparison = comparison(
                target("slow", closed(500, 480, 520)),
                target("quick", closed(2_000, 1_900, 2_100)),
                target("middle", closed(1_000, 950, 1_050)));
        assertThat(comparison.targets()).extracting(ComparedLimit::name).containsExactly("quick", "middle", "slow");
        answers(
                comparison,
                Verdict.MORE,
                ExitCode.OK,
                "quick carries 2.00 times (1.86 to 2.15) as much as middle, 4.00 (3.75 to 4.26) as slow within p99 < 50ms");
        assertThat(comparison.ratio(1).orElseThrow().estimate()).isEqualTo(2);
        assertThat(comparison.ratio(2)).isEmpty();
    }

    @Test
    void the_sentence_comes_first_then_a_row_a_target_and_the_steps() {
        LimitComparison comparison = comparison(target("a", closed(1_000, 950, 1_050)), target("janusgraph", none()));
        assertThat(new LimitAnswer.Several(comparison)
                        .ending(List.of("the steps"))
                        .lines())
                .containsExactly(
                        "a carries 1.00 k operations/s (950 to 1.05 k, 95 %) within p99 < 50ms; above that p99 is 12.3 ms at"
                                + " 1.16 k/s, limited by the server; janusgraph carries no rate within p99 < 50ms: one"
                                + " client alone misses it (p99 12.3 ms, errors 0 %)",
                        "target      rate/s  low    high      p99  times the next  limited by",
                        "a           1.00 k  950  1.05 k  12.3 ms               -  server",
                        "janusgraph       -    -       -        -               -  none",
                        "the steps");
    }

    @Test
    void limits_whose_ratio_is_within_the_margin_are_alike() {
        answers(
                comparison(target("A: p", closed(1_000, 960, 1_040)), target("B: p", closed(980, 940, 1_020))),
                Verdict.ALIKE,
                ExitCode.OK,
                "limit alike within 8.1 %: A: p 1.00 k operations/s, B: p 980 operations/s (0.96 to 1.08 times) within p99 < 50ms");
    }

    @Test
    void wide_intervals_decide_nothing() {
        answers(
                comparison(target("a", closed(1_000, 800, 1_200)), target("b", closed(900, 700, 1_100))),
                Verdict.UNDECIDED,
                ExitCode.UNDECIDED,
                "undecided: limit a 1.00 k operations/s, b 900 operations/s (0.82 to 1.52 times) within p99 < 50ms; more or"
                        + " longer steps would decide (--max-steps, --step)");
    }

    @Test
    void a_limit_that_was_not_reached_leaves_the_ratio_open_above() {
        answers(
                comparison(target("a", open(2_000)), target("b", closed(1_000, 950, 1_050))),
                Verdict.MORE,
                ExitCode.OK,
                "a carries at least 1.78 times as much as b within p99 < 50ms: no step missed the bound");
    }

    @Test
    void of_the_next_it_leaves_the_ratio_open_below() {
        answers(
                comparison(target("a", closed(2_000, 1_900, 2_100)), target("b", open(1_000))),
                Verdict.UNDECIDED,
                ExitCode.UNDECIDED,
                "undecided within p99 < 50ms: a carries 2.00 k operations/s (1.90 k to 2.10 k, 95 %) within p99 < 50ms; above"
                        + " that p99 is 12.3 ms at 2.31 k/s, limited by the server; b carries at least 1.00 k operations/s"
                        + " within p99 < 50ms: no step missed the bound");
    }

    @Test
    void a_target_that_carries_no_rate_is_named_with_why_and_misses_the_bound() {
        LimitComparison comparison = comparison(target("b", none()), target("a", closed(1_000, 950, 1_050)));
        assertThat(comparison.verdict()).isEqualTo(Verdict.ALONE);
        assertThat(comparison.exitCode()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(comparison(target("a", none()), target("b", none())).verdict())
                .isEqualTo(Verdict.NONE);
    }

    @Test
    void wrong_answers_win_nothing_and_come_before_a_missed_bound() {
        LimitResult wrong = new LimitResult(null, step(1, 0, 1, LimitStep.WRONG_ANSWERS), List.of(), "");
        LimitComparison comparison = comparison(target("a", none()), target("b", wrong));
        assertThat(comparison.exitCode()).isEqualTo(ExitCode.WRONG_ANSWERS);
        assertThat(LimitSentence.of(comparison)).contains("b carries no rate", "gets wrong answers (run 1)");
    }

    /** However much it carried before. */
    @Test
    void a_target_that_was_lost_is_compared_with_none() {
        LimitResult before = ended(closed(5_000, 4_900, 5_100), "target lost at 9.1 s");
        answers(
                comparison(
                        target("a", before, ExitCode.FAULT),
                        target("b", closed(2_000, 1_900, 2_100)),
                        target("c", closed(1_000, 950, 1_050))),
                Verdict.MORE,
                ExitCode.FAULT,
                "b carries 2.00 times (1.86 to 2.15) as much as c within p99 < 50ms; a ended early: target lost at"
                        + " 9.1 s");
        answers(
                comparison(target("a", before, ExitCode.FAULT), target("b", closed(2_000, 1_900, 2_100))),
                Verdict.UNDECIDED,
                ExitCode.FAULT,
                "undecided within p99 < 50ms: b carries 2.00 k operations/s (1.90 k to 2.10 k, 95 %) within p99 < 50ms; above"
                        + " that p99 is 12.3 ms at 2.31 k/s, limited by the server; a carries 5.00 k operations/s (4.90 k to"
                        + " 5.10 k, 95 %) within p99 < 50ms; above that p99 is 12.3 ms at 5.61 k/s, limited by the server;"
                        + " a ended early: target lost at 9.1 s");
    }

    @Test
    void what_was_found_before_ctrl_c_is_compared() {
        answers(
                comparison(
                        target("a", ended(closed(2_000, 1_900, 2_100), "interrupted"), ExitCode.ABORTED),
                        target("b", ended(closed(1_000, 950, 1_050), "interrupted"), ExitCode.ABORTED)),
                Verdict.MORE,
                ExitCode.ABORTED,
                "a carries 2.00 times (1.86 to 2.15) as much as b within p99 < 50ms; a, b ended early: interrupted");
        LimitResult nothing = new LimitResult(null, null, List.of(), "interrupted");
        answers(
                comparison(target("a", nothing, ExitCode.ABORTED), target("b", nothing, ExitCode.ABORTED)),
                Verdict.UNDECIDED,
                ExitCode.ABORTED,
                "undecided within p99 < 50ms: no rate was measured; a, b ended early: interrupted");
    }

    @Test
    void programs_get_the_same() {
        String json = Json.write(LimitComparisonText.map(
                comparison(target("a", closed(2_000, 1_900, 2_100)), target("b", open(1_000)))));
        assertThat(json)
                .contains(
                        "\"slo\": \"p99 < 50ms\", \"margin\": 0.1, \"targets\": [{\"name\": \"a\", \"latency\": \"p99\"",
                        "\"latency_ns\": 12300000.0, \"times_the_next\": 2.0, \"times_the_next_low\": null, \"times_the_next_high\": 2.24",
                        "\"target\": \"http\"",
                        "\"rate\": 2000.0, \"low\": 1900.0, \"high\": 2100.0",
                        "\"high\": null",
                        "\"sentence\": \"b carries at least 1.00 k operations/s",
                        "\"verdict\": \"undecided\", \"sentence\": \"undecided within p99 < 50ms: a carries 2.00 k operations/s");
    }

    /** As of a step that held far below what is estimated. */
    @Test
    void a_rate_at_its_own_lower_end_has_a_ratio_with_both_ends() {
        LimitResult held = new LimitResult(
                new LimitEstimate(204, 187, 217),
                step(1, 0, -1, "none"),
                List.of(step(2, 178, -1, "none"), step(3, 230, 1, "server")),
                "");
        @Nullable Double low = held.low();
        assertThat(low).isEqualTo(178);
        LimitComparison comparison = comparison(target("a", held), target("b", closed(100, 95, 105)));
        assertThat(comparison.ratio(0).orElseThrow().low()).isBetween(1.65, 1.78);
        assertThat(comparison.ratio(0).orElseThrow().high()).isBetween(2.17, 2.3);
    }
}

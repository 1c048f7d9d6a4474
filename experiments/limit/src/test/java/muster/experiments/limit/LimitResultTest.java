package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.model.OutcomeCounts;
import muster.text.Json;
import org.junit.jupiter.api.Test;

class LimitResultTest {
    private static final LimitEstimate ESTIMATE = new LimitEstimate(1_000, 950, 1_050);
    private static final OutcomeCounts COUNTS = new OutcomeCounts(900, 0, 0, 0, 0, 0);
    private static final StepResult ONE = step(0, -1, "none", true);

    private static StepResult step(double rate, double margin, String limitedBy, boolean valid) {
        return new StepResult(
                1, rate, rate, new StepResult.Latency("p95", 12_300_000), COUNTS, margin, limitedBy, valid);
    }

    private static StepResult completing(double rate, double throughput, double margin) {
        return new StepResult(1, rate, throughput, new StepResult.Latency("p95", 1), COUNTS, margin, "none", true);
    }

    private static LimitResult result(StepResult... steps) {
        return new LimitResult(ESTIMATE, ONE, List.of(steps), "");
    }

    private static ComparedLimit searched(LimitResult result) {
        return new ComparedLimit("neo4j", "neo4j", 128, 1, result, result.exitCode());
    }

    private static String sentence(LimitResult result) {
        return LimitText.sentence("neo4j", "p95 < 10ms", result);
    }

    @Test
    void the_culprit_is_that_of_the_nearest_step_that_failed_and_has_one() {
        LimitResult result = result(
                step(2_000, 3, "connection pool", true),
                step(1_100, 0.1, "none", true),
                step(1_200, 0.5, "server", true),
                step(1_000, -0.5, "generator", true));
        assertThat(result.limitedBy()).isEqualTo("server");
        assertThat(sentence(result))
                .isEqualTo("neo4j carries 1.00 k operations/s (950 to 1.05 k, 95 %) within p95 < 10ms;"
                        + " above that p95 is 12.3 ms at 1.10 k/s, limited by the server");
    }

    @Test
    void columns_stay_in_line_however_long_the_name_of_what_is_bounded() {
        for (String name : List.of("p95", "recentPosts service p99.9")) {
            List<String> lines = new LimitTable(List.of("")).next("", ended(name, COUNTS));
            assertThat(lines.getLast().indexOf("yes"))
                    .isEqualTo(lines.getFirst().indexOf("holds"));
        }
    }

    private static StepResult ended(String name, OutcomeCounts counts) {
        return new StepResult(1, 900, 900, new StepResult.Latency(name, 12_300_000), counts, -1, "none", true);
    }

    @Test
    void others_have_a_column_from_the_first_step_that_has_any() {
        LimitTable table = new LimitTable(List.of(""));
        assertThat(table.next("", ended("p95", COUNTS)).getFirst()).doesNotContain("absent", "duplicate");
        List<String> more = table.next("", ended("p95", new OutcomeCounts(500, 0, 400, 100, 0, 0)));
        assertThat(more.getFirst()).containsPattern("errors +absent +duplicate +holds");
        assertThat(more.getLast()).containsPattern("0 % +40 % +10 % +yes");
        assertThat(table.next("", ended("p95", COUNTS)))
                .singleElement()
                .asString()
                .containsPattern("0 % +0 % +0 % +yes");
    }

    @Test
    void the_counts_of_a_step_add_up_for_programs() {
        OutcomeCounts counts = new OutcomeCounts(57, 12, 414, 1, 2, 10);
        LimitResult result = new LimitResult(ESTIMATE, ONE, List.of(ended("p95", counts)), "");
        assertThat(Json.write(LimitText.map(searched(result), "p95 < 10ms")))
                .contains("\"operations\": 484, \"ok\": 57, \"errors\": 12, \"others\": 415, \"absent\": 414,"
                        + " \"duplicate\": 1, \"unknown\": 2, \"aborted\": 10");
    }

    @Test
    void a_step_that_failed_below_the_limit_by_chance_is_not_what_is_above_it() {
        assertThat(sentence(result(
                        step(1_000, -1, "none", true),
                        step(980, 0.1, "server", true),
                        step(1_300, 0.4, "server", true))))
                .contains("above that p95 is 12.3 ms at 1.30 k/s");
    }

    @Test
    void a_generator_that_fails_first_leaves_only_a_lower_end() {
        LimitResult result =
                result(step(800, -1, "none", true), step(1_100, 2, "generator", false), step(2_000, 3, "server", true));
        assertThat(result.limitedByGenerator()).isTrue();
        assertThat(sentence(result))
                .isEqualTo("neo4j carries at least 800 operations/s within p95 < 10ms;"
                        + " above that this generator is the limit, and not the database");
    }

    @Test
    void a_generator_that_fails_far_above_the_limit_is_not_it() {
        assertThat(result(step(1_100, 2, "server", true), step(9_000, 3, "generator", false))
                        .limitedBy())
                .isEqualTo("server");
    }

    /** As where arrivals could not be drained in time, or a client did not complete one. */
    @Test
    void a_run_that_is_invalid_by_the_fault_of_no_generator_is_limited_by_what_it_names() {
        LimitResult result = result(step(1_000, -1, "none", true), step(1_100, 2, "server", false));
        assertThat(result.limitedBy()).isEqualTo("server");
        assertThat(sentence(result)).startsWith("neo4j carries 1.00 k operations/s (950 to 1.05 k, 95 %)");
    }

    @Test
    void a_rate_with_wrong_answers_is_not_carried() {
        LimitResult above = result(step(900, -1, "none", true), step(1_100, 2, LimitStep.WRONG_ANSWERS, true));
        assertThat(sentence(above)).endsWith("within p95 < 10ms; above that answers are wrong (1.10 k/s, run 1)");
        StepResult one = step(0, 2, LimitStep.WRONG_ANSWERS, true);
        assertThat(sentence(new LimitResult(null, one, List.of(), "")))
                .isEqualTo("neo4j carries no rate within p95 < 10ms: one client alone gets wrong answers (run 1)");
    }

    /** Of a server that cannot complete more than 200/s. */
    @Test
    void the_rate_is_never_more_than_was_completed_in_a_step_that_held() {
        LimitEstimate estimate = new LimitEstimate(204, 187, 217);
        LimitResult result =
                new LimitResult(estimate, ONE, List.of(completing(203, 195, -1), completing(230, 199, 1)), "");
        assertThat(result.rate()).isEqualTo(195);
        assertThat(sentence(result)).startsWith("neo4j carries 195 operations/s (187 to 217, 95 %)");
        LimitResult held =
                new LimitResult(estimate, ONE, List.of(completing(180, 178, -1), completing(230, 199, 1)), "");
        assertThat(held.rate()).isEqualTo(178);
        assertThat(held.low()).isEqualTo(178);
    }

    /** Poisson arrivals may be more than their rate. */
    @Test
    void at_an_open_end_the_rate_is_what_was_completed_and_no_more_than_was_offered() {
        LimitEstimate above = new LimitEstimate(300, 95, Double.POSITIVE_INFINITY);
        isOpen(new LimitResult(above, ONE, List.of(completing(100, 98, -1)), ""), 98, 95);
        isOpen(new LimitResult(above, ONE, List.of(completing(100, 103, -1)), ""), 100, 95);
    }

    @Test
    void where_no_rate_held_none_is_named() {
        LimitResult result = new LimitResult(
                new LimitEstimate(12, 3, 40),
                completing(0, 8.5, -1),
                List.of(step(20, 2, "server", true), step(11, 0.2, "server", true)),
                "");
        assertThat(result.rate()).isNull();
        assertThat(sentence(result))
                .isEqualTo(
                        "no rate that was tried held p95 < 10ms on neo4j: at the lowest, 11.0/s, p95 is 12.3 ms, errors 0 %;"
                                + " one client alone completes 8.50 operations/s within it");
        assertThat(LimitText.map(searched(result), "p95 < 10ms"))
                .containsEntry("rate", null)
                .containsEntry("low", null);
        assertThat(sentence(result(step(1_100, 2, "generator", false))))
                .endsWith("; this generator is the limit, and not the database");
    }

    @Test
    void wrong_answers_of_one_client_or_of_all_steps_make_the_result_wrong() {
        StepResult wrong = step(1_100, 2, LimitStep.WRONG_ANSWERS, true);
        assertThat(new LimitResult(null, wrong, List.of(), "").wrong()).isTrue();
        assertThat(result(wrong).wrong()).isTrue();
        assertThat(result(step(900, -1, "none", true), wrong).wrong()).isFalse();
    }

    @Test
    void what_ended_it_goes_before_what_was_found() {
        assertThat(sentence(new LimitResult(ESTIMATE, ONE, List.of(step(900, -1, "none", true)), "interrupted")))
                .startsWith("ended early: interrupted; neo4j carries at least 900");
        assertThat(sentence(new LimitResult(null, null, List.of(), "interrupted")))
                .isEqualTo("ended early: interrupted; no rate was measured");
    }

    @Test
    void open_ends_are_reported() {
        LimitEstimate above = new LimitEstimate(1_000, 950, Double.POSITIVE_INFINITY);
        assertThat(sentence(new LimitResult(above, ONE, List.of(step(1_000, -1, "none", true)), "")))
                .isEqualTo("neo4j carries at least 1.00 k operations/s within p95 < 10ms: no step missed the bound");
    }

    private static void isOpen(LimitResult result, double rate, double low) {
        LimitRow row = LimitText.row(searched(result), "p95 < 10ms").orElseThrow();
        assertThat(row.rate()).isEqualTo(rate);
        assertThat(row.low()).isEqualTo(low);
        assertThat(row.high()).isNull();
        assertThat(LimitText.map(searched(result), "p95 < 10ms"))
                .containsEntry("rate", rate)
                .containsEntry("low", low)
                .containsEntry("high", null);
    }

    /** The median of the estimate is then a rate that the search may try at most, and was never offered. */
    @Test
    void at_an_open_end_the_rate_is_the_highest_that_held_for_programs_and_in_the_store_too() {
        LimitEstimate above = new LimitEstimate(79_146, 2_000, Double.POSITIVE_INFINITY);
        isOpen(new LimitResult(above, ONE, List.of(step(1_000, -1, "none", true)), ""), 1_000, 1_000);
    }

    @Test
    void an_end_that_no_step_has_missed_is_open_though_the_estimate_has_one() {
        LimitResult result = new LimitResult(ESTIMATE, ONE, List.of(step(990, -1, "none", true)), "");
        assertThat(sentence(result)).contains("at least 990 operations/s", "no step missed the bound");
        isOpen(result, 990, 950);
    }

    @Test
    void an_end_that_only_the_generator_has_missed_is_open() {
        isOpen(result(step(800, -1, "none", true), step(1_100, 2, "generator", false)), 800, 800);
    }

    @Test
    void a_limit_between_steps_has_both_ends() {
        LimitResult result = result(step(1_000, -1, "none", true), step(1_100, 2, "server", true));
        assertThat(LimitText.map(searched(result), "p95 < 10ms"))
                .containsEntry("rate", 1_000.0)
                .containsEntry("low", 950.0)
                .containsEntry("high", 1_050.0);
    }
}

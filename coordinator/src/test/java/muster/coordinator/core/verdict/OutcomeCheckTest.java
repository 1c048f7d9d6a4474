package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.model.CheckRow;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class OutcomeCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final String MEASURE = "{kind: measure, duration: 1s}";
    private static final String CRASH = "{kind: measure, duration: 30s, crash: {how: kill, at: 5s}}";

    private final List<OperationFigures> rows = new ArrayList<>();

    /** Of one operation, in both timings, as a phase has them. */
    private OutcomeCheckTest executed(String operation, OutcomeCounts counts) {
        for (String timing : List.of("service", "response")) {
            rows.add(new OperationFigures(operation, timing, counts, 0, 0, 0, 0, percentile -> -1));
        }
        return this;
    }

    private OutcomeCheckTest executed(String operation, long ok, long absent) {
        return executed(operation, new OutcomeCounts(ok, 0, absent, 0, 0, 0));
    }

    private List<CheckRow> judged(String spec, ExpectedOthers expected, long executedAgain) {
        return judged("fresh", spec, expected, executedAgain);
    }

    private List<CheckRow> judged(String state, String spec, ExpectedOthers expected, long executedAgain) {
        String server = spec.equals(CRASH) ? "server: {name: neo4j}\n" : "";
        var plan = PlanReader.parse(
                "name: p\nstate: " + state + "\n" + server
                        + "target: {kind: neo4j, uri: \"bolt://127.0.0.1\"}\nworkload: {kind: graphity}\n"
                        + "phases:\n  - " + spec,
                "test",
                List.of());
        ExecutedPhase phase = new ExecutedPhase(
                "measure",
                plan.phases().getFirst(),
                new PhaseKey(1, 3, "", 0, 1),
                -1,
                Long.MAX_VALUE,
                1,
                false,
                FollowSpill.NONE,
                expected,
                null);
        return OutcomeCheck.of(AT, plan, "", phase, new PhaseFigures(0, 0, rows), executedAgain);
    }

    private List<CheckRow> judged() {
        return judged(MEASURE, ExpectedOthers.NONE, 0);
    }

    @Test
    void a_phase_of_which_nearly_all_is_absent_has_wrong_answers_and_says_so_in_one_line() {
        assertThat(executed("follow", 40, 300).executed("post", 17, 114).judged())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.kind()).isEqualTo("oracle");
                    assertThat(row.passed()).isFalse();
                    assertThat(row.name()).isEqualTo("measure: outcomes");
                    assertThat(row.observed()).isEqualTo("471 operations: 57 ok, 0 errors, 414 absent");
                    assertThat(row.reason())
                            .startsWith("87.9 % absent or duplicate in measure: the database does not hold");
                });
    }

    @Test
    void one_in_ten_is_a_warning_and_more_is_wrong() {
        assertThat(executed("post", 900, 100).judged())
                .extracting(CheckRow::kind)
                .containsExactly("warning");
        rows.clear();
        assertThat(executed("post", 899, 101).judged())
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void one_in_a_hundred_is_not_worth_a_line() {
        assertThat(executed("post", 990, 10).judged()).isEmpty();
        rows.clear();
        assertThat(executed("post", 989, 11).judged()).singleElement().satisfies(row -> {
            assertThat(row.kind()).isEqualTo("warning");
            assertThat(row.expected()).isEqualTo("at most 1.0 % absent or duplicate");
        });
    }

    @Test
    void a_rare_operation_that_finds_nothing_is_wrong_though_the_phase_as_a_whole_is_not() {
        assertThat(executed("post", 10_000, 0).executed("feed", 0, 50).judged())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.kind()).isEqualTo("oracle");
                    assertThat(row.name()).isEqualTo("measure: outcomes of feed");
                });
    }

    @Test
    void one_or_two_of_a_few_operations_are_chance() {
        assertThat(executed("post", 100, 0).executed("addUser", 2, 2).judged()).isEmpty();
    }

    @Test
    void duplicates_count_as_what_is_absent_does() {
        OutcomeCounts counts = new OutcomeCounts(100, 0, 10, 10, 0, 0);
        assertThat(executed("follow", counts).judged())
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void operations_that_were_aborted_or_had_no_answer_are_no_wrong_answers() {
        OutcomeCounts counts = new OutcomeCounts(10, 90, 0, 0, 45, 45);
        assertThat(executed("post", counts).judged()).isEmpty();
    }

    @Test
    void what_the_plan_asks_for_is_expected_and_no_more() {
        ExpectedOthers half = (operation, all) -> all / 2;
        assertThat(executed("unfollow", 50, 50).judged(MEASURE, half, 0)).isEmpty();
        rows.clear();
        assertThat(executed("unfollow", 30, 70).judged(MEASURE, half, 0))
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void a_second_execution_and_a_write_that_failed_explain_as_many() {
        assertThat(executed("post", 60, 40).judged(MEASURE, ExpectedOthers.NONE, 40))
                .isEmpty();
        rows.clear();
        assertThat(executed("post", new OutcomeCounts(20, 40, 40, 0, 0, 0)).judged())
                .isEmpty();
        rows.clear();
        assertThat(executed("post", new OutcomeCounts(20, 10, 70, 0, 0, 0)).judged())
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void a_load_may_find_what_it_writes_but_not_miss_what_it_needs() {
        String load = "{kind: load}";
        OutcomeCounts again = new OutcomeCounts(50, 0, 0, 50, 0, 0);
        assertThat(executed("loadFollows", again).judged(load, ExpectedOthers.NONE, 0))
                .isEmpty();
        rows.clear();
        assertThat(executed("loadFollows", 50, 50).judged(load, ExpectedOthers.NONE, 0))
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void a_state_that_is_reused_may_be_that_after_the_same_plan_but_not_an_empty_one() {
        executed("follow", new OutcomeCounts(50, 0, 0, 50, 0, 0)).executed("unfollow", 0, 50);
        assertThat(judged("reuse", MEASURE, ExpectedOthers.NONE, 0)).isEmpty();
        assertThat(executed("post", 0, 50).judged("reuse", MEASURE, ExpectedOthers.NONE, 0))
                .extracting(CheckRow::kind)
                .containsExactly("oracle");
    }

    @Test
    void a_warmup_is_not_judged_and_a_phase_with_a_crash_is_only_warned_of() {
        assertThat(executed("post", 0, 100).judged("{kind: warmup, duration: 1s}", ExpectedOthers.NONE, 0))
                .isEmpty();
        assertThat(judged(CRASH, ExpectedOthers.NONE, 0))
                .extracting(CheckRow::kind)
                .containsExactly("warning");
    }

    @Test
    void transactions_and_the_row_of_all_operations_are_not_counted_twice() {
        executed("", 990, 10).executed("transaction", 0, 100).executed("post", 990, 10);
        assertThat(judged()).isEmpty();
    }
}

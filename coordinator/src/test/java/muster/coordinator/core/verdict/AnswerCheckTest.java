package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.AnswerRow;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final String PLAN = """
            target: {kind: noop}
            workload: {kind: noop}
            phases: [{kind: measure, duration: 1s}]
            """;

    private static List<CheckRow> check(String more, AnswerRow... answers) {
        return check(PhaseKind.MEASURE, more, answers);
    }

    private static List<CheckRow> check(PhaseKind kind, String more, AnswerRow... answers) {
        Plan plan = PlanReader.parse(PLAN + more, "plan.yaml", List.of());
        PhaseFigures figures =
                new PhaseFigures(0, 0, List.of(), PhaseBooks.NONE, Map.of(), List.of(), List.of(answers), null);
        return AnswerCheck.of(AT, kind, figures, plan);
    }

    private static List<CheckRow> compared(AnswerRow... answers) {
        return check("answers: {reference: x.answers}", answers);
    }

    @Test
    void a_plan_without_a_reference_is_not_judged() {
        assertThat(check("", new AnswerRow("a", 0, 5, 0, ""))).isEmpty();
    }

    @Test
    void one_wrong_answer_is_a_wrong_answer() {
        List<CheckRow> rows = compared(new AnswerRow("a", 5, 0, 0, ""), new AnswerRow("b", 5, 0, 1, "[7]: - [1]"));
        assertThat(rows).hasSize(2).allMatch(CheckKind.ORACLE::is);
        assertThat(rows).extracting(CheckRow::passed).containsExactly(true, false);
        assertThat(rows.getLast().reason()).contains("1 of 5 answers of b", "[7]: - [1]");
    }

    @Test
    void no_compared_answer_is_never_right() {
        assertThat(compared()).singleElement().matches(AnswerCheckTest::notChecked);
        List<CheckRow> rows = compared(new AnswerRow("a", 5, 0, 0, ""), new AnswerRow("b", 0, 9, 0, ""));
        assertThat(rows.getLast()).matches(AnswerCheckTest::notChecked);
        assertThat(rows.getLast().reason()).contains("b").doesNotContain("a,");
    }

    @Test
    void a_wrong_answer_to_what_the_plan_expects_is_named_so() {
        Plan plan = PlanReader.parse(
                PLAN.replace(
                        "{kind: noop}\nphases",
                        "{kind: query, operations: {b: {cypher: RETURN 1, expect: 7}}}\nphases"),
                "plan.yaml",
                List.of());
        PhaseFigures figures = new PhaseFigures(
                0,
                0,
                List.of(),
                PhaseBooks.NONE,
                Map.of(),
                List.of(),
                List.of(new AnswerRow("b", 5, 0, 1, "[]: - [7]; + [6]")),
                null);
        assertThat(AnswerCheck.of(AT, PhaseKind.MEASURE, figures, plan))
                .singleElement()
                .matches(row -> CheckKind.ORACLE.is(row) && !row.passed())
                .extracting(CheckRow::reason)
                .asString()
                .startsWith("1 of 5 answers of b differ from what the plan expects; the first with parameters []");
    }

    @Test
    void a_load_asks_nothing_that_could_be_compared() {
        assertThat(check(PhaseKind.LOAD, "answers: {reference: x.answers}")).isEmpty();
        assertThat(check(PhaseKind.WARMUP, "answers: {reference: x.answers}")).isNotEmpty();
    }

    @Test
    void a_share_is_reported() {
        assertThat(compared(new AnswerRow("a", 5, 15, 0, "")).getLast())
                .matches(CheckKind.FACT::is)
                .extracting(CheckRow::observed)
                .isEqualTo("5 of 20");
    }

    private static boolean notChecked(CheckRow row) {
        return CheckKind.WARNING.is(row) && row.expected().equals(CheckRow.VERIFIED);
    }
}

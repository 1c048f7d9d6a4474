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
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class EmptyAnswerCheckTest {
    private static final String PLAN = """
            target: {kind: neo4j}
            workload:
              kind: query
              operations:
                find: {cypher: "MATCH (n) RETURN n"}
                must: {cypher: "MATCH (n) RETURN n", rows: required}
            phases: [{kind: measure, duration: 1s}]
            """;

    private static List<CheckRow> check(PhaseKind kind, String operation, long answered, long empty) {
        PhaseFigures figures = new PhaseFigures(
                0,
                0,
                List.of(),
                PhaseBooks.NONE,
                Map.of(),
                List.of(),
                List.of(new AnswerRow(operation, 0, 0, 0, "", answered, empty)),
                null);
        return EmptyAnswerCheck.of(
                new PhaseAt(1, 1, 1, "measure"), kind, figures, PlanReader.parse(PLAN, "plan.yaml", List.of()));
    }

    private static List<CheckRow> measured(String operation, long answered, long empty) {
        return check(PhaseKind.MEASURE, operation, answered, empty);
    }

    @Test
    void every_answer_empty_is_a_warning_that_names_the_operation() {
        assertThat(measured("find", 24_826, 24_826))
                .singleElement()
                .matches(CheckKind.WARNING::is)
                .satisfies(row -> assertThat(row.reason()).startsWith("every answer of find was empty"))
                .extracting(CheckRow::observed)
                .isEqualTo("24,826 of 24,826 without a row");
    }

    @Test
    void one_answer_with_a_row_is_enough() {
        assertThat(measured("find", 24_826, 24_825)).isEmpty();
        assertThat(measured("find", 0, 0)).isEmpty();
    }

    @Test
    void only_measure_phases_are_warned_of() {
        assertThat(check(PhaseKind.WARMUP, "find", 5, 5)).isEmpty();
    }

    @Test
    void one_empty_answer_is_wrong_where_rows_are_required_in_a_warm_up_as_well() {
        for (PhaseKind kind : List.of(PhaseKind.WARMUP, PhaseKind.MEASURE)) {
            assertThat(check(kind, "must", 500, 1))
                    .singleElement()
                    .matches(CheckKind.ORACLE::is)
                    .matches(row -> !row.passed())
                    .extracting(CheckRow::reason)
                    .asString()
                    .contains("1 of 500 answers of must were empty", "rows: required");
        }
    }

    @Test
    void rows_in_each_answer_do_not_make_answers_right() {
        assertThat(measured("must", 500, 0)).isEmpty();
    }

    @Test
    void empty_feeds_are_left_to_the_oracle() {
        assertThat(measured("feed", 10, 10)).isEmpty();
    }
}

package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

/** When the database is asked about the statements of a plan. */
class StatementChecksTest {
    private static final String PLAN = """
            name: p
            target: {kind: neo4j}
            data: %s
            workload: {kind: query, operations: {find: {cypher: "RETURN 1"}}}
            phases:
            %s  - {kind: warmup, operations: 10, clients: 1}
              - {kind: measure, operations: 20, clients: 1}
            """;
    private static final String LOADS = PLAN.formatted("{social: {people: 1000}}", "  - {kind: load}\n");
    private static final String READS = PLAN.formatted("none", "");

    private static List<String> agenda(String text, int trials, String... sets) {
        Plan plan = PlanReader.parse(text, "p", List.of(sets));
        List<StepScript> steps = new ArrayList<>();
        for (Step step : Steps.of(plan)) {
            List<ExecutedPhase> phases = new ArrayList<>();
            for (PhaseSpec spec : step.plan().phases()) {
                String name = spec.kind() == PhaseKind.LOAD ? "load-nodes" : spec.name();
                phases.add(new ExecutedPhase(
                        name, spec, new PhaseKey(1, phases.size(), "", 0, 1), spec.operations(), 1, false));
            }
            steps.add(new StepScript(step.number(), "{}", step.plan(), "{}", phases));
        }
        RunAgenda agenda = new RunAgenda(new RunScript(plan, trials, steps, 1, Map.of()));
        List<String> items = new ArrayList<>();
        for (AgendaItem item = agenda.next(0); item != null; item = agenda.next(0)) {
            items.add(
                    item instanceof AgendaItem.RunTask task
                            ? task.kind().toString()
                            : ((AgendaItem.RunPhase) item).phase().name());
        }
        return items;
    }

    @Test
    void syntax_is_checked_before_anything_is_deleted_and_all_else_with_the_data() {
        assertThat(agenda(LOADS, 1))
                .containsExactly(
                        "SYNTAX",
                        "PROBE",
                        "RESET",
                        "load-nodes",
                        "FINGERPRINT",
                        "STATEMENTS",
                        "warmup",
                        "measure",
                        "STILL_LOADED",
                        "WARNINGS");
    }

    @Test
    void one_check_is_enough_where_nothing_is_loaded() {
        assertThat(agenda(READS, 1))
                .containsExactly("STATEMENTS", "PROBE", "warmup", "measure", "STILL_THERE", "WARNINGS");
    }

    @Test
    void data_are_looked_at_again_only_after_phases_that_read() {
        assertThat(agenda(LOADS, 1, "workload.operations.find.write=true"))
                .doesNotContain("STILL_LOADED", "STILL_THERE");
        assertThat(agenda(LOADS, 1, "only=[load]")).doesNotContain("STILL_LOADED");
        assertThat(agenda(LOADS, 2)).filteredOn("STILL_LOADED"::equals).hasSize(2);
    }

    @Test
    void later_trials_are_not_checked_again() {
        assertThat(agenda(LOADS, 2)).containsOnlyOnce("SYNTAX", "STATEMENTS", "WARNINGS");
    }

    @Test
    void every_step_is_checked_before_the_first_is_loaded() {
        List<String> items = agenda(LOADS + "sweep: {workload.identity: [id, key]}\n", 1);
        assertThat(items.subList(0, 3)).containsExactly("SYNTAX", "SYNTAX", "PROBE");
        assertThat(items.stream().filter("WARNINGS"::equals)).hasSize(2);
    }

    @Test
    void equal_statements_of_several_steps_are_checked_once() {
        assertThat(agenda(LOADS + "sweep: {measure.clients: [1, 2]}\n", 1))
                .containsOnlyOnce("SYNTAX", "STATEMENTS", "WARNINGS");
    }

    @Test
    void a_load_alone_is_not_warned_of() {
        assertThat(agenda(LOADS, 1, "only=[load]")).containsOnlyOnce("SYNTAX").doesNotContain("STATEMENTS", "WARNINGS");
    }
}

package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.model.CheckRow;
import muster.text.Json;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

class SweepWatchTest {
    private static RunScript script(int trials, String sweep) {
        Plan plan = PlanReader.parse("""
                target: {kind: noop}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 1s}]
                sweep: {%s}
                """.formatted(sweep), "p", List.of());
        List<StepScript> steps = new ArrayList<>();
        for (Step step : Steps.of(plan)) {
            PhaseKey key = new PhaseKey(1, 0, "", 0, 1);
            List<ExecutedPhase> phases =
                    List.of(new ExecutedPhase("measure", step.plan().phases().getFirst(), key, -1, 1, false));
            steps.add(new StepScript(step.number(), Json.write(step.parameters()), step.plan(), "{}", phases));
        }
        return new RunScript(plan, trials, steps, 1, Map.of());
    }

    private static PhaseFigures figures(double perS, long errors) {
        return new PhaseFigures(
                0,
                perS,
                List.of(new OperationFigures(
                        "", "response", 100, errors, 100 + errors, perS, 1, 1, 1, p -> 5_000_000)));
    }

    /** Measures step by step; what it did, such as "1.4" for 4 clients in trial 1. */
    private static List<String> run(RunScript script, Map<Integer, PhaseFigures> byClients, List<String> told) {
        RunAgenda agenda = new RunAgenda(script);
        SweepWatch watch = new SweepWatch(script);
        List<String> done = new ArrayList<>();
        for (AgendaItem item = agenda.next(0); item != null; item = agenda.next(0)) {
            if (item instanceof RunPhase phase) {
                int clients = phase.phase().spec().clients();
                done.add(phase.trial() + "." + clients);
                Optional<CheckRow> row = watch.closed(phase, byClients.getOrDefault(clients, figures(1, 0)), agenda, 7);
                row.ifPresent(check -> told.add(check.observed()));
            }
        }
        return done;
    }

    @Test
    void a_sweep_ends_when_throughput_has_fallen_twice_and_further_trials_have_the_same_steps() {
        List<String> told = new ArrayList<>();
        List<String> done = run(
                script(2, "measure.clients: {auto: true, until: throughput falls}"),
                Map.of(
                        1, figures(100, 0),
                        2, figures(190, 0),
                        4, figures(150, 0),
                        8, figures(300, 0),
                        16, figures(280, 0),
                        32, figures(200, 0)),
                told);
        assertThat(done).startsWith("1.1", "1.2", "1.4", "1.8", "1.16", "1.32");
        assertThat(done.subList(6, 12)).containsExactlyInAnyOrder("2.1", "2.2", "2.4", "2.8", "2.16", "2.32");
        assertThat(done).hasSize(12);
        assertThat(told)
                .containsExactly("ended at step 6: throughput fell to 200/s, after a best of 300/s;"
                        + " larger steps not done: 9");
    }

    @Test
    void a_sweep_ends_with_the_first_error_and_each_value_of_another_key_has_its_own_end() {
        List<String> told = new ArrayList<>();
        List<String> done = run(
                script(
                        1,
                        "workload.seed: [1, 2], measure.clients: {auto: true, from: 3, factor: 3, until: errors > 0}"),
                Map.of(27, figures(100, 1)),
                told);
        assertThat(done).containsExactly("1.3", "1.9", "1.27", "1.3", "1.9", "1.27");
        assertThat(told).hasSize(2).first().asString().startsWith("ended at step 3: errors > 0: observed 1;");
    }

    @Test
    void a_sweep_whose_rule_is_never_met_ends_at_its_last_value() {
        assertThat(run(
                        script(1, "measure.clients: {auto: true, from: 10, to: 50, until: p99 > 50ms}"),
                        Map.of(),
                        new ArrayList<>()))
                .containsExactly("1.10", "1.20", "1.40");
    }
}

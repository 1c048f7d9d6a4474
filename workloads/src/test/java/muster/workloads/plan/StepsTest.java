package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static Plan plan(String sweep, String... sets) {
        String text = "target: {kind: noop}\nworkload: {kind: noop, algorithm: a}\nphases:\n"
                + "  - {kind: warmup, duration: 1s}\n  - {kind: measure, duration: 1s}\n" + sweep + "\n";
        return PlanReader.parse(text, "p.yaml", List.of(sets));
    }

    private static List<Map<String, Object>> parameters(Plan plan) {
        return Steps.of(plan).stream().map(Step::parameters).toList();
    }

    @Test
    void a_plan_without_a_sweep_is_one_step() {
        Plan plan = plan("");
        assertThat(Steps.of(plan)).containsExactly(new Step(1, Map.of(), plan));
    }

    @Test
    void crosses_lists_the_first_key_outermost() {
        List<Step> steps = Steps.of(plan("sweep: {workload.algorithm: [a, b], measure.clients: [1, 8]}"));
        assertThat(steps).extracting(Step::number).containsExactly(1, 2, 3, 4);
        assertThat(steps.get(1).parameters().toString()).isEqualTo("{workload.algorithm=a, measure.clients=8}");
        assertThat(steps)
                .extracting(step -> step.plan().phases().get(1).clients())
                .containsExactly(1, 8, 1, 8);
        assertThat(steps)
                .extracting(step -> step.plan().workload().settings().text("algorithm"))
                .containsExactly("a", "a", "b", "b");
        assertThat(steps).allSatisfy(step -> assertThat(step.plan().sweep()).isEmpty());
        assertThat(steps)
                .extracting(step -> step.plan().phases().get(0).clients())
                .containsOnly(1);
    }

    @Test
    void zips_lists_of_the_same_length() {
        assertThat(parameters(plan("sweep: {mode: zip, workload.algorithm: [a, b], measure.clients: [1, 8]}")))
                .containsExactly(
                        Map.of("workload.algorithm", "a", "measure.clients", 1L),
                        Map.of("workload.algorithm", "b", "measure.clients", 8L));
    }

    @Test
    void expands_ranges_by_factor_and_by_step() {
        assertThat(parameters(plan("sweep: {measure.clients: {from: 1, to: 65, factor: 4}}")))
                .extracting(parameters -> parameters.get("measure.clients"))
                .containsExactly(1L, 4L, 16L, 64L);
        assertThat(parameters(plan("sweep: {workload.share: {from: 0, to: 0.3, step: 0.1}}")))
                .extracting(parameters -> parameters.get("workload.share"))
                .containsExactly(0L, 0.1, 0.2, 0.3);
    }

    @Test
    void sweeps_rates_and_other_texts() {
        List<Step> steps = Steps.of(plan("sweep: {measure.rate: [100/s, 1000/s], measure.arrivals: [poisson]}"));
        assertThat(steps)
                .extracting(step -> step.plan().phases().get(1).rate())
                .containsExactly(
                        new PhaseSpec.Rate(100, 1_000_000_000, true), new PhaseSpec.Rate(1000, 1_000_000_000, true));
    }

    @Test
    void does_not_sweep_a_key_that_is_set() {
        Plan plan = plan("sweep: {workload.algorithm: [a, b], measure.clients: [1, 8]}", "phases[1].clients=3");
        assertThat(plan.sweep()).containsOnlyKeys("workload.algorithm");
        assertThat(Steps.of(plan))
                .extracting(step -> step.plan().phases().get(1).clients())
                .containsExactly(3, 3);
    }

    @Tag("thorough")
    @Test
    @Tag("slow")
    void allows_ten_thousand_steps() {
        assertThat(Steps.of(plan("sweep: {workload.n: {from: 1, to: 10000, step: 1}}")))
                .hasSize(10_000);
    }
}

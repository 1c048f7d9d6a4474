package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class LimitPlanTest {
    private static final String TEXT = """
            name: p
            target: {kind: noop}
            workload: {kind: noop, seed: 5}
            steady: required
            trials: 3
            phases:
              - {kind: warmup, duration: 7s, clients: 3}
              - {kind: measure, name: first, operations: 100, clients: 90, think: 1ms, drain: 9s}
              - {kind: measure, name: second, duration: 9s, clients: 1}
            """;

    private static Plan parse(String text) {
        return PlanReader.parse(text, "p.yaml", List.of());
    }

    private static LimitPlan plan() {
        return LimitPlan.of(parse(TEXT), List.of("p99 < 5ms"), 0);
    }

    @Test
    void a_step_is_the_first_measure_phase_as_an_open_loop_after_its_own_warm_up() {
        Plan step = parse(plan().step(4, 1_234, Duration.ofSeconds(5), Duration.ofSeconds(10)));
        assertThat(step.phases()).extracting(PhaseSpec::name).containsExactly("warmup", "first");
        assertThat(step.phases()).allSatisfy(phase -> {
            assertThat(phase.rate()).isEqualTo(new PhaseSpec.Rate(1_234, 1_000_000_000, true));
            assertThat(phase.clients()).isEqualTo(180);
            assertThat(phase.operations()).isZero();
            assertThat(phase.drainNs()).isEqualTo(9_000_000_000L);
        });
        assertThat(step.trials()).isEqualTo(1);
        assertThat(step.steadyRequired()).isFalse();
        assertThat(step.thresholds()).hasSize(1);
    }

    @Test
    void what_the_plan_says_of_operations_in_flight_holds_unless_the_command_says_otherwise() {
        Plan open = parse(
                TEXT.replace("operations: 100, clients: 90, think: 1ms", "duration: 9s, rate: 50/s, maxInFlight: 8"));
        LimitPlan plan = LimitPlan.of(open, List.of("p99 < 5ms"), 0);
        assertThat(plan.maxInFlight()).isEqualTo(8);
        assertThat(LimitText.inFlight(plan)).isEqualTo("at most 8 operations in flight (maxInFlight of phase first)");
        assertThat(LimitText.inFlight(LimitPlan.of(open, List.of("p99 < 5ms"), 20)))
                .isEqualTo("at most 20 operations in flight (--max-in-flight)");
        assertThat(LimitText.inFlight(plan()))
                .isEqualTo("at most 180 operations in flight (twice the clients of phase first, at least 128; set"
                        + " --max-in-flight)");
    }

    @Test
    void no_two_steps_have_the_same_arrivals() {
        Duration second = Duration.ofSeconds(1);
        assertThat(parse(plan().step(1, 10, second, second)).seed())
                .isNotEqualTo(parse(plan().step(2, 10, second, second)).seed());
    }

    @Test
    void the_probe_is_a_closed_loop_of_one_client_and_of_all() {
        Plan probe = parse(plan().probe(Duration.ofSeconds(3)));
        assertThat(probe.phases()).extracting(PhaseSpec::clients).containsExactly(90, 1, 90);
    }

    @Test
    void the_probe_warms_up_as_long_as_the_plan_says_or_three_minutes() {
        assertThat(parse(plan().probe(Duration.ofSeconds(3)))
                        .phases()
                        .getFirst()
                        .durationNs())
                .isEqualTo(180_000_000_000L);
        String steady = TEXT.replace("duration: 7s", "until: steady, max: 20s");
        LimitPlan plan = LimitPlan.of(parse(steady), List.of("p99 < 5ms"), 0);
        assertThat(parse(plan.probe(Duration.ofSeconds(3))).phases().getFirst().durationNs())
                .isEqualTo(20_000_000_000L);
        assertThat(parse(plan.probe(Duration.ofSeconds(30))).phases().getFirst().durationNs())
                .isEqualTo(30_000_000_000L);
    }

    @Test
    void what_cannot_be_searched_is_refused() {
        assertThatThrownBy(
                        () -> LimitPlan.of(parse(TEXT + "sweep: {measure.clients: [1, 2]}"), List.of("p99 < 5ms"), 0))
                .hasMessageContaining("sweep: limit searches one step");
        assertThatThrownBy(() -> LimitPlan.of(parse(TEXT), List.of("errors == 0"), 0))
                .hasMessageContaining("an SLO bounds from above");
        assertThatThrownBy(() -> LimitPlan.of(parse(TEXT), List.of("p98x < 5ms"), 0))
                .hasMessageContaining("--slo");
    }
}

package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

class SteadyRequirementTest {
    private static Plan plan(String rest) {
        return PlanReader.parse(
                "{name: p, target: {kind: noop}, workload: {kind: noop}, " + rest + "}", "p", List.of());
    }

    private static Optional<String> unmet(String phases) {
        return SteadyRequirement.unmet(plan("steady: required, phases: [" + phases + "]"));
    }

    @Test
    void a_measure_phase_that_may_have_too_few_whole_seconds_is_named_with_what_helps() {
        assertThat(unmet("{kind: measure, name: short, duration: 8900ms}"))
                .hasValue("p: short.duration: 8900ms: too short to be steady, as steady: required asks; measure for at"
                        + " least 10s, or only report it with --set steady=reported");
        assertThat(unmet("{kind: measure, duration: 9s}")).isEmpty();
    }

    @Test
    void what_is_not_judged_or_of_unknown_length_may_be_short() {
        assertThat(unmet("{kind: warmup, duration: 1s}, {kind: measure, operations: 10}"))
                .isEmpty();
        assertThat(SteadyRequirement.unmet(plan("phases: [{kind: measure, duration: 1s}]")))
                .isEmpty();
        assertThat(unmet("{kind: measure, duration: 1s}, {kind: measure, name: b, duration: 1m}], only: [b"))
                .isEmpty();
    }

    @Test
    void each_step_of_a_sweep_over_durations_is_looked_at() {
        Plan plan =
                plan("steady: required, phases: [{kind: measure, duration: 1s}], sweep: {measure.duration: [20s, 4s]}");
        assertThat(Steps.of(plan))
                .extracting(step -> SteadyRequirement.unmet(step.plan()).isEmpty())
                .containsExactly(true, false);
    }
}

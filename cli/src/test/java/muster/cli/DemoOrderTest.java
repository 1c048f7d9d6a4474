package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.RunScript;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

class DemoOrderTest {
    /** The second algorithm of a trial meets a warmer server: in the measured pairs each is second twice. */
    @Test
    void each_algorithm_comes_first_in_half_of_the_measured_pairs() {
        Plan plan = PlanReader.find("demo-graphity", List.of());
        RunScript script = new RunScript(
                plan,
                plan.trials(),
                Steps.of(plan).stream().map(DemoOrderTest::script).toList(),
                DemoCommand.ORDER_SEED,
                Map.of());
        assertThat(List.of(2, 3, 4, 5))
                .extracting(trial -> script.order(trial).getFirst().number())
                .containsExactly(2, 1, 1, 2);
        assertThat(plan.trials()).isEqualTo(5);
    }

    private static RunScript.StepScript script(Step step) {
        return new RunScript.StepScript(step.number(), "{}", step.plan(), "{}", List.of());
    }
}

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
    /** A later step of a trial meets a warmer server: in the measured trials each algorithm has each place once. */
    @Test
    void each_algorithm_has_each_place_in_the_measured_trials() {
        Plan plan = PlanReader.find("demo-graphity", List.of());
        RunScript script = new RunScript(
                plan,
                plan.trials(),
                Steps.of(plan).stream().map(DemoOrderTest::script).toList(),
                DemoCommand.ORDER_SEED,
                Map.of());
        for (int place = 0; place < 3; place++) {
            int at = place;
            assertThat(List.of(2, 3, 4))
                    .extracting(trial -> script.order(trial).get(at).number())
                    .containsExactlyInAnyOrder(1, 2, 3);
        }
        assertThat(plan.trials()).isEqualTo(4);
    }

    private static RunScript.StepScript script(Step step) {
        return new RunScript.StepScript(step.number(), "{}", step.plan(), "{}", List.of());
    }
}

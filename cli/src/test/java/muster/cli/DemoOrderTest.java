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
    /** A later step of a trial meets a warmer server: in the measured trials no algorithm is later than another. */
    @Test
    void the_places_of_each_algorithm_in_the_measured_trials_have_the_same_sum() {
        Plan plan = PlanReader.find("demo-graphity", List.of());
        RunScript script = new RunScript(
                plan,
                plan.trials(),
                Steps.of(plan).stream().map(DemoOrderTest::script).toList(),
                DemoCommand.ORDER_SEED,
                Map.of());
        int[] sums = new int[3];
        for (int trial = 2; trial <= plan.trials(); trial++) {
            for (int place = 0; place < 3; place++) {
                sums[script.order(trial).get(place).number() - 1] += place;
            }
        }
        assertThat(sums).containsOnly(3);
        assertThat(plan.trials()).isEqualTo(4);
    }

    private static RunScript.StepScript script(Step step) {
        return new RunScript.StepScript(step.number(), "{}", step.plan(), "{}", List.of());
    }
}

package muster.cli.interleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.cli.terminal.Failure;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;

class ArmPlansTest {
    private static final List<String> ONE_STEP = List.of("workload.algorithm=stou", "workload.actionsPerTransaction=1");

    private static Plan plan(String... more) {
        List<String> sets = new java.util.ArrayList<>(ONE_STEP);
        sets.addAll(List.of(more));
        return PlanReader.find("graphity-write", sets);
    }

    private static List<ExecutedPhase> executed(String text) {
        Plan plan = PlanReader.parse(text, "arm.json", List.of());
        return PlanCheck.check(plan, name -> {
                    throw new PlanException(name);
                })
                .phases()
                .stream()
                .filter(phase -> plan.executes(phase.spec()))
                .toList();
    }

    @Test
    void one_arm_loads_and_the_other_executes_a_phase_with_indexes_of_its_own() {
        ArmPlans arms = ArmPlans.of(plan());
        List<ExecutedPhase> first = executed(arms.first());
        List<ExecutedPhase> second = executed(arms.second());
        assertThat(first)
                .extracting(ExecutedPhase::name)
                .startsWith("load-vertices")
                .endsWith("warmup", "measure");
        assertThat(second).extracting(ExecutedPhase::name).containsExactly("measure-other");
        assertThat(second.getFirst().key().hash())
                .as("keys of draws")
                .isNotIn(first.stream().map(phase -> phase.key().hash()).toList());
        assertThat(second.getFirst().key().slot())
                .as("loaded edges that it takes")
                .isNotEqualTo(first.getLast().key().slot());
        assertThat(second.getFirst().spec().clients())
                .isEqualTo(first.getLast().spec().clients());
        assertThat(PlanReader.parse(arms.second(), "arm.json", List.of()).freshState())
                .isFalse();
    }

    @Test
    void a_phase_that_cannot_be_cut_into_turns_is_refused() {
        assertThatThrownBy(() -> ArmPlans.of(plan("measure.duration=", "measure.operations=1000")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(
                        "cannot be cut into turns; give it a duration, or compare fresh processes with --fresh");
        assertThatThrownBy(() -> ArmPlans.of(plan("measure.rate=100/s", "measure.clients=")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("offers a set rate");
    }
}

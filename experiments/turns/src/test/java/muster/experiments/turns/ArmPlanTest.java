package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.cli.terminal.Failure;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;

class ArmPlanTest {
    private static final List<String> ONE_STEP = List.of("workload.algorithm=stou", "workload.actionsPerTransaction=1");

    private static Plan plan(String... more) {
        List<String> sets = new java.util.ArrayList<>(ONE_STEP);
        sets.addAll(List.of(more));
        return PlanReader.find("graphity-write", sets);
    }

    private static final Map<String, Object> TURNS = new TurnTimes(List.of("a", "b"), 200_000_000).plain("a");

    private static ArmPlan arm(Plan plan, int place, int keyRange, int sharing) {
        return arm(plan, new ArmPlan.Share(place, keyRange, sharing, 0, 1));
    }

    private static ArmPlan arm(Plan plan, ArmPlan.Share share) {
        return ArmPlan.of(plan, share, Duration.ofMinutes(10), TURNS);
    }

    private static ArmPlan arm(int place, int sharing) {
        return arm(plan(), place, place, sharing);
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
    void one_arm_loads_and_the_others_execute_phases_with_indexes_of_their_own() {
        List<ArmPlan> arms =
                IntStream.range(0, 3).mapToObj(place -> arm(place, 3)).toList();
        assertThat(executed(arms.getFirst().before()))
                .extracting(ExecutedPhase::name)
                .startsWith("load-vertices")
                .endsWith("warmup");
        assertThat(arms.stream().skip(1)).extracting(ArmPlan::before).containsOnly("");
        List<ExecutedPhase> first = executed(arms.getFirst().text());
        List<ExecutedPhase> second = executed(arms.get(1).text());
        List<ExecutedPhase> third = executed(arms.get(2).text());
        assertThat(first).extracting(ExecutedPhase::name).containsExactly("measure");
        assertThat(second).extracting(ExecutedPhase::name).containsExactly("measure-arm2");
        assertThat(third).extracting(ExecutedPhase::name).containsExactly("measure-arm3");
        assertThat(arms).extracting(ArmPlan::phase).containsExactly("measure", "measure-arm2", "measure-arm3");
        List<PhaseKey> keys = Stream.of(first, second, third)
                .flatMap(List::stream)
                .map(ExecutedPhase::key)
                .toList();
        assertThat(keys)
                .extracting(PhaseKey::ordinal)
                .as("ids of what they add")
                .doesNotHaveDuplicates();
        assertThat(keys)
                .extracting(PhaseKey::hash)
                .as("draws: all arms are asked for the same")
                .containsOnly(keys.getFirst().hash());
        assertThat(List.of(first.getLast(), second.getFirst(), third.getFirst()))
                .as("loaded edges that they take")
                .extracting(phase -> phase.key().slot())
                .doesNotHaveDuplicates();
        assertThat(second.getFirst().spec().clients())
                .isEqualTo(first.getLast().spec().clients());
        assertThat(PlanReader.parse(arms.get(1).text(), "arm.json", List.of()).freshState())
                .isFalse();
    }

    @Test
    void arms_change_the_phases_that_they_measure_and_the_first_still_loads() {
        ArmPlan first = arm(plan(), 0, 1, 2);
        ArmPlan second = arm(plan(), 1, 0, 2);
        assertThat(executed(first.before())).extracting(ExecutedPhase::name).startsWith("load-vertices");
        assertThat(executed(first.text())).extracting(ExecutedPhase::name).containsExactly("measure-arm2");
        assertThat(executed(second.text())).extracting(ExecutedPhase::name).containsExactly("measure");
        assertThat(List.of(first.phase(), second.phase())).containsExactly("measure-arm2", "measure");
        assertThat(executed(second.text()).getFirst().key().hash())
                .as("what is measured does not depend on who does it")
                .isEqualTo(executed(arm(0, 2).text()).getLast().key().hash());
    }

    @Test
    void each_restart_that_uses_what_was_loaded_has_indexes_of_its_own_and_takes_other_edges() {
        List<ExecutedPhase> measured = IntStream.range(0, 3)
                .boxed()
                .flatMap(restart -> IntStream.range(0, 2)
                        .mapToObj(place -> arm(plan(), new ArmPlan.Share(place, place, 2, restart, 3))))
                .flatMap(arm -> executed(arm.text()).stream())
                .toList();
        assertThat(measured)
                .extracting(ExecutedPhase::name)
                .containsExactly(
                        "measure", "measure-arm2", "measure-arm3", "measure-arm4", "measure-arm5", "measure-arm6");
        assertThat(measured).extracting(phase -> phase.key().ordinal()).doesNotHaveDuplicates();
        assertThat(measured)
                .extracting(
                        phase -> phase.key().drawn() - measured.getFirst().key().drawn())
                .as("arms of one restart are asked for the same, other restarts for something else")
                .containsExactly(0, 0, 2, 2, 4, 4);
        assertThat(measured).extracting(phase -> phase.key().slot()).doesNotHaveDuplicates();
        assertThat(measured)
                .extracting(phase -> phase.key().slots())
                .as("one of the warm-up too")
                .containsOnly(7);
    }

    @Test
    void only_the_first_restart_loads_and_resets() {
        ArmPlan first = arm(plan(), new ArmPlan.Share(0, 0, 2, 0, 3));
        ArmPlan later = arm(plan(), new ArmPlan.Share(0, 0, 2, 1, 3));
        assertThat(PlanReader.parse(first.before(), "arm.json", List.of()).freshState())
                .isTrue();
        assertThat(later.before()).isEmpty();
        assertThat(PlanReader.parse(later.text(), "arm.json", List.of()).freshState())
                .isFalse();
    }

    @Test
    void a_plan_has_room_for_as_many_restarts_as_it_may_have_phases() {
        assertThat(ArmPlan.restarts(plan(), 2)).isEqualTo(8);
        int sharing = 16;
        int restarts = ArmPlan.restarts(plan(), sharing);
        assertThat(restarts).isBetween(5, 6);
        assertThat(executed(arm(plan(), new ArmPlan.Share(15, 15, sharing, restarts - 1, restarts))
                        .text()))
                .hasSize(1);
    }

    @Test
    void an_arm_alone_in_its_database_executes_what_another_one_alone_does() {
        List<ExecutedPhase> alone = executed(arm(0, 1).text());
        List<ExecutedPhase> sharing = executed(arm(0, 3).text());
        assertThat(alone)
                .extracting(phase -> phase.key().hash())
                .isEqualTo(sharing.stream().map(phase -> phase.key().hash()).toList());
    }

    @Test
    void a_phase_that_cannot_be_cut_into_turns_is_refused() {
        assertThatThrownBy(() -> ArmPlan.refuseUnfit(plan("measure.duration=", "measure.operations=1000")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(
                        "cannot be cut into turns; give it a duration, or compare trials of fresh runs (run --trials");
        assertThatThrownBy(() -> ArmPlan.refuseUnfit(plan("measure.rate=100/s", "measure.clients=")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("offers a set rate");
        assertThatThrownBy(() -> ArmPlan.refuseUnfit(plan("measure.ramp=5s")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("changes its clients with time");
        assertThatThrownBy(() -> ArmPlan.refuseUnfit(
                        plan("measure.clients=", "measure.streams={a: {clients: 1}, b: {clients: 2}}")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("has streams, and an arm is one load; --set measure.streams= drops them");
    }

    /** Without it each arm would be on all the time, and both would share the machine. */
    @Test
    void the_measured_phase_has_the_turns_of_its_arm() {
        assertThat(executed(arm(0, 2).text()).getFirst().turns()).isNotNull();
        assertThat(executed(arm(0, 2).text()).getFirst().spec().turns().plain()).isEqualTo(TURNS);
    }
}

package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

class RunTimeLeftTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final RunTimeLeft left = new RunTimeLeft();

    private static AgendaItem task(int trial) {
        return new AgendaItem.RunTask(step(), trial, Kind.RESET);
    }

    private static AgendaItem measure(int trial) {
        ExecutedPhase phase = Steps.of(plan()).getFirst().plan().phases().stream()
                .filter(spec -> spec.durationNs() == 10 * SECOND_NS)
                .map(spec -> new ExecutedPhase(spec.name(), spec, new PhaseKey(1, 0, "", 0, 1), -1, 1, false))
                .findFirst()
                .orElseThrow();
        return new AgendaItem.RunPhase(step(), trial, phase);
    }

    private static Plan plan() {
        return PlanReader.find("noop", List.of("measure.duration=10s"));
    }

    private static StepScript step() {
        Step step = Steps.of(plan()).getFirst();
        return new StepScript(1, "{}", step.plan(), "{}", List.of());
    }

    @Test
    void a_phase_with_a_duration_takes_that_and_what_was_not_seen_yet_makes_it_at_least() {
        left.begins(task(1), 0);
        assertThat(left.left(List.of(measure(1)), SECOND_NS)).isEqualTo(new RunTimeLeft.Left(10, true));
    }

    @Test
    void what_was_done_in_an_earlier_trial_is_expected_to_take_as_long_again() {
        left.begins(task(1), 0);
        left.begins(measure(1), 3 * SECOND_NS);
        RunTimeLeft.Left rest = left.left(List.of(task(2), measure(2)), 5 * SECOND_NS);
        assertThat(rest).isEqualTo(new RunTimeLeft.Left(8 + 3 + 10, false));
    }
}

package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.Submission;
import muster.store.file.row.InterruptedRow;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.PhaseState;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class RunAgendaTest {
    private static final long RUN = 7;

    @SuppressWarnings("StringConcatToTextBlock")
    private static final String PLAN = "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n"
            + "  - {kind: warmup, operations: 10, clients: 1}\n  - {kind: measure, operations: 20, clients: 1}\n";

    private static final RunScript TWO_TRIALS = script(2);

    private static RunScript script(int trials, String... sets) {
        Plan plan = PlanReader.parse(PLAN, "p", List.of(sets));
        List<ExecutedPhase> phases = new ArrayList<>();
        for (PhaseSpec spec : plan.phases()) {
            PhaseKey key = new PhaseKey(plan.seed(), phases.size(), "", 0, 1);
            phases.add(new ExecutedPhase(spec.name(), spec, key, spec.operations(), 1, false));
        }
        return new RunScript(plan, trials, List.of(new StepScript(1, "{}", plan, "{}", phases)), 1, Map.of());
    }

    private static List<String> rest(RunAgenda agenda) {
        List<String> rest = new ArrayList<>();
        for (AgendaItem item = agenda.next(0); item != null; item = agenda.next(0)) {
            rest.add(
                    switch (item) {
                        case AgendaItem.RunPhase phase ->
                            phase.phase().name() + " " + phase.at(RUN).trial();
                        case AgendaItem.RunTask task -> task.kind().toString().toLowerCase(java.util.Locale.ROOT);
                        case AgendaItem.RunVerify verify -> verify.spec().name();
                    });
        }
        return rest;
    }

    private static InterruptedRow.Phase begun(int trial, String phase, boolean finished) {
        PhaseState state = new PhaseState(new PhaseAt(RUN, 1, trial, phase), 0, List.of(), Map.of());
        return new InterruptedRow.Phase(state, false, finished, 5, 0, 0, List.of());
    }

    private static InterruptedRun interrupted(InterruptedRow.Phase... phases) {
        Submission submission = new Submission(1, "", "cluster", 1, 1, 0, 0, "", List.of(), false);
        return new InterruptedRun(RUN, 1, submission, TWO_TRIALS, List.of(phases), List.of());
    }

    @Test
    void every_trial_probes_and_does_each_phase_in_order() {
        assertThat(rest(new RunAgenda(TWO_TRIALS)))
                .containsExactly("probe", "warmup 1", "measure 1", "probe", "warmup 2", "measure 2");
    }

    @Test
    void a_plan_that_names_phases_executes_only_these_and_they_keep_their_place() {
        RunScript script = script(1, "only=[measure]");
        RunAgenda agenda = new RunAgenda(script);
        assertThat(rest(agenda)).containsExactly("probe", "measure 1");
        assertThat(script.steps().getFirst().phases().get(1).key().ordinal()).isEqualTo(1);
    }

    @Test
    void what_was_finished_before_a_restart_is_not_done_again() {
        RunAgenda agenda = new RunAgenda(TWO_TRIALS);
        agenda.resume(interrupted(begun(1, "warmup", true)), RUN);
        assertThat(agenda.takeInterrupted()).isNull();
        assertThat(rest(agenda)).containsExactly("measure 1", "probe", "warmup 2", "measure 2");
    }

    @Test
    void a_phase_that_was_under_way_comes_first_as_the_earlier_incarnation_began_it() {
        RunAgenda agenda = new RunAgenda(TWO_TRIALS);
        InterruptedRow.Phase measure = begun(1, "measure", false);
        agenda.resume(interrupted(begun(1, "warmup", true), measure), RUN);
        assertThat(agenda.takeInterrupted()).isSameAs(measure);
        assertThat(rest(agenda)).containsExactly("measure 1", "probe", "warmup 2", "measure 2");
    }

    @Test
    void a_restart_repeats_the_interrupted_trial_under_the_next_free_number_and_keeps_whole_ones() {
        RunAgenda agenda = new RunAgenda(TWO_TRIALS);
        List<RunAgenda.AbandonedTrial> abandoned = agenda.restart(interrupted(
                begun(1, "warmup", true),
                begun(1, "measure", true),
                begun(2, "warmup", true),
                begun(2, "measure", false)));
        assertThat(abandoned).containsExactly(new RunAgenda.AbandonedTrial(1, 2));
        assertThat(rest(agenda)).containsExactly("probe", "warmup 3", "measure 3");
    }

    @Test
    void a_run_that_was_cut_short_has_nothing_more_to_do() {
        RunAgenda agenda = new RunAgenda(TWO_TRIALS);
        agenda.clear();
        assertThat(agenda.next(0)).isNull();
    }
}

package muster.coordinator.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.Submission;
import muster.model.PhaseAt;
import muster.model.PhaseState;
import muster.model.UnfinishedRun;
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
                        case AgendaItem.RunCrashCheck check ->
                            "crash check " + check.phase().name();
                        case AgendaItem.StartServer start ->
                            "server " + start.kind().label();
                    });
        }
        return rest;
    }

    private static UnfinishedRun.Phase begun(int trial, String phase, boolean finished) {
        PhaseState state = new PhaseState(new PhaseAt(RUN, 1, trial, phase), Map.of(), List.of(), Map.of());
        return new UnfinishedRun.Phase(state, false, finished, 5, 0, 0, List.of());
    }

    private static InterruptedRun interrupted(UnfinishedRun.Phase... phases) {
        Submission submission = new Submission(1, "", "cluster", 1, 1, 0, 0, "", "", List.of(), false);
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
        UnfinishedRun.Phase measure = begun(1, "measure", false);
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

    /** Of three steps that measure only. */
    private static RunScript sweep(int trials) {
        StepScript one = script(trials, "only=[measure]").steps().getFirst();
        List<StepScript> steps = new ArrayList<>();
        for (int step = 1; step <= 3; step++) {
            steps.add(new StepScript(step, "{}", one.plan(), "{}", one.phases()));
        }
        return new RunScript(one.plan(), trials, steps, 1, Map.of());
    }

    private static List<String> measured(RunAgenda agenda) {
        List<String> measured = new ArrayList<>();
        for (AgendaItem item = agenda.next(0); item != null; item = agenda.next(0)) {
            if (item instanceof AgendaItem.RunPhase phase) {
                measured.add(phase.step().number() + " in " + phase.trial());
            }
        }
        return measured;
    }

    private static UnfinishedRun.Phase measure(int step, int trial, boolean finished) {
        PhaseState state = new PhaseState(new PhaseAt(RUN, step, trial, "measure"), Map.of(), List.of(), Map.of());
        return new UnfinishedRun.Phase(state, false, finished, 5, 0, 0, List.of());
    }

    /** In any order of the interrupted trial: what comes after the phase that was under way is neither lost nor done twice. */
    @Test
    void a_sweep_that_is_resumed_or_restarted_keeps_its_order() {
        RunScript sweep = sweep(3);
        List<String> all = measured(new RunAgenda(sweep));
        assertThat(all).hasSize(9);
        for (int done = 1; done < all.size(); done++) {
            List<UnfinishedRun.Phase> phases = new ArrayList<>();
            for (int at = 0; at <= done; at++) {
                String[] name = all.get(at).split(" in ", 2);
                phases.add(measure(Integer.parseInt(name[0]), Integer.parseInt(name[1]), at < done));
            }
            Submission submission = new Submission(1, "", "cluster", 1, 1, 0, 0, "", "", List.of(), false);
            InterruptedRun interrupted = new InterruptedRun(RUN, 1, submission, sweep, phases, List.of());
            RunAgenda resumed = new RunAgenda(sweep);
            resumed.resume(interrupted, RUN);
            assertThat(measured(resumed)).as("after %d", done).isEqualTo(all.subList(done, all.size()));
            RunAgenda restarted = new RunAgenda(sweep);
            assertThat(restarted.restart(interrupted)).hasSize(1);
            assertThat(measured(restarted))
                    .as("again after %d", done)
                    .extracting(name -> name.split(" ", 2)[0])
                    .isEqualTo(all.subList(done, all.size()).stream()
                            .map(name -> name.split(" ", 2)[0])
                            .toList());
        }
    }

    private static final String SERVED = """
            name: p
            target: {kind: neo4j, uri: "bolt://127.0.0.1:7687"}
            server: {name: neo4j}
            workload: {kind: graphity, users: 10}
            phases:
              - {kind: load}
              - {kind: measure, operations: 20, clients: 1}
            """;

    private static RunScript served(int trials, String... variants) {
        List<StepScript> steps = new ArrayList<>();
        Plan plan = PlanReader.parse(SERVED, "p", List.of());
        for (String variant : variants) {
            Plan step = PlanReader.parse(SERVED, "p", List.of(variant));
            List<ExecutedPhase> phases = new ArrayList<>();
            for (PhaseSpec spec : step.phases()) {
                PhaseKey key = new PhaseKey(step.seed(), phases.size(), "", 0, 1);
                phases.add(new ExecutedPhase(spec.name(), spec, key, 10, 1, false));
            }
            steps.add(new StepScript(steps.size() + 1, "{}", step, "{}", phases));
        }
        return new RunScript(plan, trials, steps, 1, Map.of());
    }

    @Test
    void data_are_loaded_once_for_all_settings_of_a_server_and_restored_for_each_further_step() {
        assertThat(rest(new RunAgenda(served(1, "server.heap=1g", "server.heap=2g"))))
                .containsExactly(
                        "server empty",
                        "probe",
                        "reset",
                        "load 1",
                        "fingerprint",
                        "server copied",
                        "measure 1",
                        "server restored",
                        "probe",
                        "fingerprint",
                        "measure 1");
    }

    @Test
    void every_trial_starts_from_the_restored_data_too() {
        assertThat(rest(new RunAgenda(served(3, "server.heap=1g"))))
                .filteredOn(item -> item.startsWith("server") || item.startsWith("load"))
                .containsExactly("server empty", "load 1", "server copied", "server restored", "server restored");
    }

    @Test
    void what_decides_the_loaded_data_decides_whether_a_copy_is_of_use() {
        for (String other : List.of("workload.users=20", "server.options={storage: x}", "server.name=janusgraph")) {
            assertThat(rest(new RunAgenda(served(1, "server.heap=1g", other))))
                    .as(other)
                    .filteredOn(item -> item.startsWith("server"))
                    .containsExactly("server empty", "server copied", "server empty", "server copied");
        }
    }

    @Test
    void statements_after_the_load_come_before_its_data_are_fingerprinted_and_copied() {
        String data = "data={social: {people: 1000}, indexes: {cypher: %s}}";
        assertThat(rest(new RunAgenda(served(1, data.formatted("a"), data.formatted("[a, b]")))))
                .startsWith(
                        "server empty",
                        "probe",
                        "reset",
                        "load 1",
                        "after_load",
                        "fingerprint",
                        "server copied",
                        "measure 1")
                .filteredOn(item -> item.startsWith("server"))
                .as("other statements leave other data")
                .containsExactly("server empty", "server copied", "server empty", "server copied");
    }

    @Test
    void a_single_step_has_nothing_to_restore_and_a_plan_that_reuses_its_state_keeps_it_or_creates_what_a_load_needs() {
        assertThat(rest(new RunAgenda(served(1, "server.heap=1g"))))
                .containsExactly("server empty", "probe", "reset", "load 1", "fingerprint", "measure 1");
        assertThat(rest(new RunAgenda(served(1, "state=reuse"))))
                .containsExactly("server kept", "probe", "create", "load 1", "fingerprint", "measure 1");
    }

    @Test
    void a_run_that_was_cut_short_has_nothing_more_to_do() {
        RunAgenda agenda = new RunAgenda(TWO_TRIALS);
        agenda.clear();
        assertThat(agenda.next(0)).isNull();
    }
}

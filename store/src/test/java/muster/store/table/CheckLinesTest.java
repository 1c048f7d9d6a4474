package muster.store.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.StepRow;
import muster.store.file.Given;
import muster.store.file.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real store file. */
class CheckLinesTest {
    @TempDir
    private Path folder;

    private Store store;
    private long run;

    @BeforeEach
    void begin() {
        store = Store.open(folder.resolve("run.db"));
        run = Given.run(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void sweep(int steps, int trials) {
        for (int step = 1; step <= steps; step++) {
            store.runs()
                    .step(new StepRow(
                            run, step, "{\"measure.clients\":" + (1 << step) + ",\"workload.algorithm\":\"stou\"}"));
            for (int trial = 1; trial <= trials; trial++) {
                Given.begin(store, new PhaseAt(run, step, trial, "measure"), "measure", 1, -1);
            }
        }
    }

    private void check(int step, int trial, CheckKind kind, String name, boolean passed) {
        store.runs()
                .checks(List.of(new CheckRow(
                        run, step, trial, kind.label(), name, "x", "y", passed, "", passed ? "" : "because")));
    }

    private CheckLines lines() {
        return CheckLines.read(store::query, run);
    }

    @Test
    void a_line_names_the_step_with_its_parameters_and_the_trial() {
        sweep(3, 2);
        check(2, 1, CheckKind.VALIDITY, "hiccups", false);
        assertThat(lines().failed(CheckKind.VALIDITY))
                .containsExactly("clients 4, algorithm stou, trial 1: hiccups: observed y, wanted x - because");
    }

    @Test
    void a_threshold_that_is_missed_is_named_once() {
        sweep(1, 1);
        store.runs()
                .checks(List.of(new CheckRow(
                        run, 1, 1, CheckKind.THRESHOLD.label(), "p99 < 1ms", "p99 < 1ms", "2 ms", false, "", "")));
        assertThat(lines().failed(CheckKind.THRESHOLD)).containsExactly("p99 < 1ms: observed 2 ms");
    }

    @Test
    void a_run_of_one_trial_needs_no_name_for_it() {
        sweep(1, 1);
        check(1, 1, CheckKind.VALIDITY, "hiccups", false);
        assertThat(lines().failed(CheckKind.VALIDITY)).containsExactly("hiccups: observed y, wanted x - because");
    }

    @Test
    void what_holds_in_every_trial_is_reported_once_and_what_holds_in_many_names_three() {
        sweep(5, 1);
        for (int step = 1; step <= 5; step++) {
            check(step, 1, CheckKind.WARNING, "co-located database", false);
            check(step, 1, CheckKind.THRESHOLD, "p99 < 1ms", step == 1);
        }
        assertThat(lines().failed(CheckKind.WARNING))
                .containsExactly("every trial: co-located database: observed y - because");
        assertThat(lines().failed(CheckKind.THRESHOLD))
                .containsExactly("clients 4, algorithm stou; clients 8, algorithm stou; clients 16, algorithm stou"
                        + " and 1 more: p99 < 1ms: observed y, wanted x - because");
    }

    @Test
    void doubts_that_differ_in_what_was_observed_are_one_line_and_thresholds_are_not() {
        sweep(5, 1);
        for (int step = 1; step <= 5; step++) {
            for (CheckKind kind : List.of(CheckKind.WARNING, CheckKind.THRESHOLD)) {
                String observed = step + " %";
                store.runs()
                        .checks(List.of(
                                new CheckRow(run, step, 1, kind.label(), "full", "x", observed, false, "", "because")));
            }
        }
        assertThat(lines().failed(CheckKind.WARNING))
                .containsExactly("every trial: full: observed 1 %, 2 %, 3 % and 2 more - because");
        assertThat(lines().failed(CheckKind.THRESHOLD)).hasSize(5);
    }

    @Test
    void a_warning_is_shown_whatever_passed_is() {
        sweep(1, 1);
        check(1, 1, CheckKind.WARNING, "coordinator", true);
        check(1, 1, CheckKind.VALIDITY, "lag", true);
        assertThat(lines().worthSaying())
                .containsExactly(new CheckLines.Line(CheckKind.WARNING, false, "coordinator: observed y"));
    }

    @Test
    void why_an_automatic_sweep_ended_is_reported_and_no_other_fact() {
        sweep(3, 1);
        check(3, 1, CheckKind.FACT, "warm-up", true);
        store.runs()
                .checks(List.of(new CheckRow(
                        run,
                        3,
                        1,
                        CheckKind.FACT.label(),
                        "sweep",
                        "until errors > 0",
                        "ended at step 3",
                        true,
                        "",
                        "")));
        assertThat(lines().worthSaying())
                .containsExactly(new CheckLines.Line(CheckKind.FACT, true, "sweep until errors > 0: ended at step 3"));
    }

    @Test
    void what_an_abandoned_attempt_found_is_not_reported() {
        sweep(1, 2);
        check(1, 1, CheckKind.VALIDITY, "lag", false);
        store.runs().abandon(run, 1, 1);
        assertThat(lines().worthSaying()).isEmpty();
    }
}

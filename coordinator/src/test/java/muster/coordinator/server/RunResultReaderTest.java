package muster.coordinator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.StepRow;
import muster.protocol.CheckResult;
import muster.protocol.RunResult;
import muster.store.file.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real store file. */
class RunResultReaderTest {
    @TempDir
    private Path folder;

    private Store store;
    private long run;

    @BeforeEach
    void begin() {
        store = Store.open(folder.resolve("s.db"));
        run = store.runs().begin(new RunRow("r", "cluster", "p", "name: p", "noop", "noop", 1, 1, Map.of()));
        store.runs().step(new StepRow(run, 1, "{}"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void checks_that_failed_and_all_thresholds_are_listed_in_one_line_each() {
        check(1, "validity", "hiccups", "0.9", false, "w2", "it stood still");
        check(1, "validity", "hiccups", "0", true, "w1", "");
        check(1, "threshold", "p99 < 1ms", "2 ms", false, "", "");
        check(1, "threshold", "p50 < 1ms", "1 us", true, "", "");
        RunResult result = ended("invalid", "missed");
        assertThat(result.getChecksList())
                .extracting(CheckResult::getKind, CheckResult::getPassed, CheckResult::getText)
                .containsExactlyInAnyOrder(
                        tuple("validity", false, "hiccups: observed 0.9, wanted x [w2] - it stood still"),
                        tuple("threshold", false, "p99 < 1ms: observed 2 ms, wanted x"),
                        tuple("threshold", true, "p50 < 1ms: observed 1 us"));
        assertThat(result.getValidity()).isEqualTo("invalid");
        assertThat(result.getThresholds()).isEqualTo("missed");
        assertThat(result.getAnswers()).isEqualTo("not checked");
    }

    @Test
    void a_warning_is_one_line_however_many_trials_it_holds_for() {
        check(1, "warning", "co-located database", "127.0.0.1:1", false, "w1", "they share cores");
        check(2, "warning", "co-located database", "127.0.0.1:1", false, "w1", "they share cores");
        assertThat(ended("valid", "none").getChecksList())
                .extracting(CheckResult::getText)
                .containsExactly("co-located database: observed 127.0.0.1:1 [w1] - they share cores");
    }

    @Test
    void a_run_that_was_stopped_has_no_verdict() {
        check(1, "validity", "hiccups", "0", true, "w1", "");
        store.runs().end(new RunEnd(run, RunEnd.STOPPED, 2, null, null, 105, ""));
        assertThat(RunResultReader.read(store, run).getValidity()).isEmpty();
    }

    @Test
    void a_run_of_several_steps_says_how_many_are_valid() {
        for (int step = 1; step <= 3; step++) {
            store.runs().step(new StepRow(run, step, "{\"measure.clients\":" + step + "}"));
            PhaseAt at = new PhaseAt(run, step, 1, "measure");
            store.phases().phase(new PhaseRow(at, 0, "measure", step, 0, 0, 1, 2, 1, "running"));
            store.runs()
                    .checks(List.of(new CheckRow(
                            run,
                            step,
                            1,
                            "validity",
                            "hiccups",
                            "x",
                            "0.9",
                            step != 2,
                            "w1",
                            step == 2 ? "it stood still" : "")));
            store.phases().end(new PhaseEnd(at, "complete", 2, 0, 0, List.of()));
        }
        RunResult result = ended("invalid", "none");
        assertThat(result.getSteps()).isEqualTo(3);
        assertThat(result.getValidSteps()).isEqualTo(2);
        assertThat(result.getChecks(0).getText()).startsWith("clients 2: hiccups: observed 0.9");
    }

    private void check(
            int trial, String kind, String name, String observed, boolean passed, String worker, String reason) {
        store.runs().checks(List.of(new CheckRow(run, 1, trial, kind, name, "x", observed, passed, worker, reason)));
    }

    private RunResult ended(String validity, String thresholds) {
        store.runs().end(new RunEnd(run, "complete", 2, validity, thresholds, 0, ""));
        return RunResultReader.read(store, run);
    }
}

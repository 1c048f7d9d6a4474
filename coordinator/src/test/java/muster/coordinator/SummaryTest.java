package muster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.store.CheckRow;
import muster.store.RunEnd;
import muster.store.RunRow;
import muster.store.StepRow;
import muster.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real store file. */
class SummaryTest {
    @TempDir
    private Path folder;

    private Store store;
    private long run;

    @BeforeEach
    void begin() {
        store = Store.open(folder.resolve("s.db"));
        run = store.begin(new RunRow("r", "cluster", "p", "name: p", "noop", "noop", 1, 1, Map.of()));
        store.step(new StepRow(run, 1, "{}"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void an_invalid_run_names_cause_and_worker_and_is_told_apart_from_a_missed_threshold() {
        check(1, "validity", "hiccups", "0.9", false, "w2", "it stood still");
        check(1, "validity", "hiccups", "0", true, "w1", "");
        check(1, "threshold", "p99 < 1ms", "2 ms", false, "", "");
        check(1, "threshold", "p50 < 1ms", "1 us", true, "", "");
        assertThat(summary("invalid", "missed"))
                .contains(
                        "INVALID  hiccups: observed 0.9, wanted x [w2] - it stood still",
                        "MISSED   p99 < 1ms: observed 2 ms, wanted x",
                        "met      p50 < 1ms: observed 1 us",
                        "INVALID; thresholds missed")
                .doesNotContain("[w1]");
    }

    @Test
    void a_warning_is_one_line_however_many_trials_it_holds_for() {
        check(1, "warning", "co-located database", "127.0.0.1:1", false, "w1", "they share cores");
        check(2, "warning", "co-located database", "127.0.0.1:1", false, "w1", "they share cores");
        String summary = summary("valid", "none");
        assertThat(summary.lines().filter(line -> line.startsWith("warning")))
                .containsExactly(
                        "warning  co-located database: observed 127.0.0.1:1, wanted x [w1] - they share cores");
        assertThat(summary).contains("; VALID; thresholds none").doesNotContain("MISSED", "INVALID", "null");
    }

    private void check(
            int trial, String kind, String name, String observed, boolean passed, String worker, String reason) {
        store.checks(List.of(new CheckRow(run, 1, trial, kind, name, "x", observed, passed, worker, reason)));
    }

    private String summary(String validity, String thresholds) {
        store.end(new RunEnd(run, "complete", 2, validity, thresholds, 0, ""));
        return Summary.of(store, run);
    }
}

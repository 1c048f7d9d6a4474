package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.StepRow;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of runs that did not complete, that failed at once, or that have warnings. */
class VerdictsShownTest {
    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void aFile() {
        file = folder.resolve("s.db").toString();
    }

    private Path plan() throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: fake, state: down}
                workload: {kind: noop}
                phases: [{kind: measure, operations: 10}]
                """);
    }

    private void stored(String name, String state, String validity, String... warnings) {
        try (Store store = Store.open(Path.of(file))) {
            long run = store.runs().begin(new RunRow(name, "cluster", name, "name: p", "noop", "noop", 1, 1, Map.of()));
            store.runs().step(new StepRow(run, 1, "{}"));
            PhaseAt at = new PhaseAt(run, 1, 1, "measure");
            store.phases().phase(new PhaseRow(at, 0, "measure", 1, 0, 0, 1, 2, 1, "running"));
            for (String warning : warnings) {
                store.runs()
                        .checks(List.of(new CheckRow(run, 1, 1, "warning", warning, "", "seen", true, "", "because")));
            }
            store.runs().checks(List.of(new CheckRow(run, 1, 1, "validity", "books", "", "", true, "", "")));
            store.phases().end(new PhaseEnd(at, state, 2, 0, 0, List.of()));
            store.runs().end(new RunEnd(run, state, 2, validity, validity == null ? null : "met", 0, ""));
        }
    }

    @Test
    void a_start_that_fails_is_one_line_and_no_run_to_look_at() throws IOException {
        stored("good", RunEnd.COMPLETE, "valid");
        Shell.Result result = Cli.run("standalone", plan().toString(), "--store", file);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines().filter(line -> !line.startsWith("waiting")))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("muster: ").contains("connection refused"));

        Shell.Result runs = Cli.run("runs", file);
        assertThat(runs.out()).contains("good").doesNotContain("failed", "INVALID", "invalid");
        assertThat(runs.err()).contains("1 failed before they measured anything; --all lists them");
        assertThat(Cli.run("runs", file, "--all").out()).contains("good", "failed");
        assertThat(Cli.run("report", file, "--json").out()).contains("\"run\": 1,");
    }

    @Test
    void a_run_that_was_stopped_is_listed_by_its_state_and_is_neither_valid_nor_met() {
        stored("halved", RunEnd.STOPPED, null);
        assertThat(Cli.run("runs", file, "--json").out())
                .contains("\"state\": \"stopped\"", "\"validity\": null", "\"thresholds\": null", "\"answers\": null");
    }

    @Test
    void every_warning_is_shown_by_runs_report_and_compare_whatever_passed_is() throws IOException {
        stored("a", RunEnd.COMPLETE, "valid", "coordinator", "co-located database");
        stored("b", RunEnd.COMPLETE, "valid");
        String[] warnings = {"coordinator: observed seen - because", "co-located database: observed seen - because"};
        for (String warning : warnings) {
            assertThat(Cli.run("runs", file).out()).contains("warning: run 1: " + warning);
            try (Query query = Query.open(Path.of(file))) {
                assertThat(new RunReference(Path.of(file), "1")
                                .source(query)
                                .read()
                                .warnings())
                        .contains(warning);
            }
        }
        Path page = folder.resolve("page.html");
        Cli.run("report", file + ":1", "--out", page.toString());
        assertThat(Files.readString(page)).contains(warnings);
    }
}

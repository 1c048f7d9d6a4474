package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real pairs of processes, as short as they can be. */
@Tag("slow")
class OverheadIT {
    private static final String[] SHORT = {
        "overhead",
        "noop",
        "--set",
        "measure.duration=1s",
        "--set",
        "warmup.duration=1s",
        "--seed",
        "7",
        "--store",
        "s.db"
    };

    @TempDir
    private Path folder;

    private Background background;
    private Stored stored;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        stored = new Stored(folder.resolve("s.db"), 1);
    }

    @AfterEach
    void end() {
        background.close();
    }

    private Background.One overhead(String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of(SHORT));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new));
    }

    @Test
    void one_pair_is_measured_printed_and_stored() {
        Shell.Result result = overhead("--pairs", "1", "--json").result();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).contains("fewer than 6 pairs decide nothing", "warm-up pair: ", "pair 1 of 1: ");
        assertThat(result.out())
                .startsWith("{\"plan\": \"noop\", \"pairs\": 1, \"workers\": 1, \"seed\": 7, \"store\": \"s.db\", ")
                .contains(
                        "\"throughput\": {\"ratio\": ",
                        "\"p999\": {",
                        "\"breakdown\": {\"lease_wait\": {",
                        "\"verdict\": ");
        assertThat(rows("select name, mode from run order by run_id"))
                .containsExactlyInAnyOrder(
                        List.of("overhead standalone 0", "standalone"),
                        List.of("overhead cluster 0", "cluster"),
                        List.of("overhead standalone 1", "standalone"),
                        List.of("overhead cluster 1", "cluster"));
        everyProcessIsMeasured();
        aRunCanBeDeleted();
    }

    private void everyProcessIsMeasured() {
        assertThat(rows("select distinct mode, process from process_summary join run using (run_id)"
                        + " where phase = 'measure' and cpu_per_operation_ns > 0 and operations > 0"))
                .containsExactlyInAnyOrder(
                        List.of("standalone", "standalone"),
                        List.of("cluster", "coordinator"),
                        List.of("cluster", "local-1"));
        assertThat(rows("select count(*) from process_summary where session = 0 and phase = 'measure' and commits > 0"
                        + " and commit_ns >= commit_cpu_ns and loop_cpu_ns > 0"))
                .containsExactly(List.of(4L));
        assertThat(rows("select abs(sum(difference) filter (where name <> 'difference')"
                        + " - sum(difference) filter (where name = 'difference')) < 0.001"
                        + " from overhead_figure where kind = 'breakdown'"))
                .containsExactly(List.of(1L));
        assertThat(rows("select pairs, lease, throughput_ratio > 0, verdict like 'no verdict%' from overhead_summary"))
                .containsExactly(List.of(1L, "auto", 1L, 1L));
    }

    private void aRunCanBeDeleted() {
        Shell.Result deleted = Shell.in(folder)
                .run(
                        "sqlite3",
                        "s.db",
                        "pragma foreign_keys = on; delete from run where run_id = 4;"
                                + " select count(*) from overhead_run; select count(*) from overhead");
        assertThat(deleted.outLines()).containsExactly("3", "1");
    }

    @Test
    @Tag("nightly")
    void a_curve_shares_its_standalone_runs() {
        Shell.Result result = overhead("--pairs", "1", "--lease", "100,auto").result();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("162.6 requests/s", "\n  standalone ", "\n  100 ", "\n  auto ");
        assertThat(rows("select count(distinct run_id), count(*), count(distinct overhead_id) from overhead_run"))
                .containsExactly(List.of(6L, 8L, 2L));
    }

    @Tag("thorough")
    @Test
    void ctrl_c_ends_the_run_that_is_under_way_and_keeps_what_was_stored() {
        Background.One one = overhead("--pairs", "50").awaitLine("warm-up pair: ");
        Shell.Result result = one.signal("INT").result();
        assertThat(result.exitCode()).isEqualTo(105);
        assertThat(rows("select count(*) >= 2 from run where state = 'complete'"))
                .containsExactly(List.of(1L));
        assertThat(one.process().descendants()).isEmpty();
    }

    @Tag("thorough")
    @Test
    void a_run_that_fails_ends_the_command_with_its_code() throws Exception {
        Path plan = java.nio.file.Files.writeString(folder.resolve("p.yaml"), """
                {target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}, workload: {kind: graphity, users: 10}, state: fresh,
                 phases: [{kind: measure, duration: 1s, clients: 1}]}
                """);
        Shell.Result result = background
                .start("overhead", plan.toString(), "--pairs", "1", "--store", "s.db")
                .result();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("muster: run 1 (overhead ", "ended with exit code 2: ", "127.0.0.1:1");
    }

    private List<List<@Nullable Object>> rows(String sql) {
        return stored.rows(sql);
    }
}

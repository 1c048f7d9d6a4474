package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real arms in real processes, for as few restarts as there can be. */
@Tag("slow")
@Tag("alone")
class OverheadIT {
    @TempDir
    private Path folder;

    private Background background;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
    }

    @AfterEach
    void end() {
        background.close();
    }

    private Background.One overhead(String plan, String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("overhead", plan, "--store", "s.db"));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new));
    }

    @Test
    void arms_take_turns_that_are_stored_and_nothing_is_left_behind() throws Exception {
        Shell.Result result =
                overhead("noop", "--max-time", "1s", "--seed", "7", "--json").result();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("{\"plan\": \"noop\", \"restarts\": 1, \"pairs\": 4, ")
                .contains("\"decided\": false", "undecided: one restart has no interval");
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows(
                        "select arm, count(*), min(operations) > 0, min(measured_ns) >= 100e6 from turn group by arm"))
                .containsExactly(List.of("cluster", 4L, 1L, 1L), List.of("standalone", 4L, 1L, 1L));
        // Processes that have just started are compiled; the compilers' time has steps of 10 ms, between which an arm's
        // four turns may lie.
        assertThat(stored.rows("select sum(compiler_ns) > 0 from turn")).containsExactly(List.of(1L));
        assertThat(stored.rows("select sum(compiler_ns) < sum(cpu_ns) from turn group by arm"))
                .containsExactly(List.of(1L), List.of(1L));
        // Each arm has a range of keys of its own.
        assertThat(stored.rows("select count(distinct key_range) from turn group by arm"))
                .containsExactly(List.of(1L), List.of(1L));
        assertThat(stored.rows("select count(distinct key_range) from turn")).containsExactly(List.of(2L));
        // In each block the arms' turns have the same middle.
        assertThat(
                        stored.rows(
                                "select distinct (select sum(turn) from turn b where b.block = a.block and arm = 'cluster')"
                                        + " - (select sum(turn) from turn b where b.block = a.block and arm = 'standalone') from turn a"))
                .containsExactly(List.of(0L));
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("arms"));
        }
    }

    @Test
    @Tag("thorough")
    void a_coordinator_that_is_killed_ends_the_comparison_without_a_figure() {
        Background.One one = overhead("noop");
        Background.until(() -> coordinator(one).findAny().isPresent());
        coordinator(one).forEach(ProcessHandle::destroyForcibly);
        Shell.Result result = one.result();
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("the coordinator of the cluster");
        assertThat(one.process().descendants()).isEmpty();
    }

    @Test
    @Tag("thorough")
    void a_coordinator_that_is_killed_later_leaves_what_was_measured_and_no_verdict() {
        Background.One one = overhead("noop", "--max-time", "1m", "--seed", "7").awaitLine("restart 1 after ");
        Background.until(() -> coordinator(one).findAny().isPresent());
        coordinator(one).forEach(ProcessHandle::destroyForcibly);
        Shell.Result result = one.result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
        assertThat(result.out()).contains("throughput ", "FAILED: ");
        assertThat(result.err()).contains("muster: ", "the coordinator of the cluster");
        assertThat(one.process().descendants()).isEmpty();
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(
                        stored.rows(
                                "select restarts, decided, verdict like 'FAILED: %the coordinator of the cluster%' from comparison"))
                .containsExactly(List.of(1L, 0L, 1L));
        assertThat(stored.rows("select count(*) > 0 from turn")).containsExactly(List.of(1L));
    }

    /** Every night: two restarts take over a minute, with the machine to themselves. */
    @Test
    @Tag("nightly")
    void ctrl_c_ends_it_with_what_was_measured() throws Exception {
        // Two whole restarts, as one has no interval; never precise enough, so that a third begins.
        Background.One one = overhead("noop", "--max-time", "4m", "--precision", "0.001%", "--seed", "7")
                .awaitLine("restart 2 after ");
        Background.until(() -> coordinator(one).findAny().isPresent());
        Shell.Result result = one.signal("INT").result();
        assertThat(result.exitCode()).as(result.err()).isEqualTo(105);
        assertThat(result.out())
                .contains("throughput ", "cluster / standalone ", "report: ./muster report s.db:comparison-");
        assertThat(one.process().descendants()).isEmpty();
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select count(distinct restart) >= 2, count(distinct verdict) from turn"
                        + " join comparison_summary using (comparison_id)"))
                .containsExactly(List.of(1L, 1L));
    }

    private static java.util.stream.Stream<ProcessHandle> coordinator(Background.One one) {
        return one.process()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(" coordinator --bind"));
    }

    /** What is compared are lease sizes, of two workers each, beside one standalone. */
    @Test
    @Tag("thorough")
    void lease_sizes_and_several_workers_take_turns_with_standalone() {
        Shell.Result result = overhead("noop", "--max-time", "1s", "--lease", "100,auto", "--workers", "2")
                .result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .contains("162.6 requests/s", "\nstandalone ", "\n100 ", "\nauto ", "lease auto, 2 workers, seed ")
                .contains("difference of a slot's time for an operation, in ");
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select arm, count(*), min(operations) > 0 from turn group by arm"))
                .containsExactly(
                        List.of("cluster lease 100", 4L, 1L),
                        List.of("cluster lease auto", 4L, 1L),
                        List.of("standalone", 4L, 1L));
        assertThat(
                        stored.rows(
                                "select lease, workers, (select count(distinct series) from overhead_summary) from overhead_summary"))
                .containsExactlyInAnyOrder(List.of("100", 2L, 1L), List.of("auto", 2L, 1L));
    }

    @Test
    void a_plan_that_cannot_be_cut_into_turns_is_refused_with_the_alternative() {
        Shell.Result result = overhead("noop-open").result();
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("run --trials");
    }
}

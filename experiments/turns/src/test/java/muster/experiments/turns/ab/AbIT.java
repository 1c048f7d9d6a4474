package muster.experiments.turns.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arms whose difference is known take turns in real processes. */
@Tag("slow")
@Tag("alone")
class AbIT {
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

    private Shell.Result ab(String... more) {
        List<String> arguments = new ArrayList<>(List.of("ab"));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new)).result();
    }

    @Tag("thorough")
    @Test
    void a_target_that_takes_twice_as_long_is_found_and_every_turn_is_stored() throws Exception {
        Shell.Result result = ab(
                "noop",
                "--vary",
                "workload.delay=4ms,8ms",
                "--set",
                "warmup.duration=500ms",
                "--max-time",
                "90s",
                "--store",
                "s.db",
                "--html",
                "page.html",
                "--json");
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(folder.resolve("page.html")).content().contains("delay=4ms completes", "Ratio of each block");
        assertThat(result.err()).contains("  workload.delay: 4ms | 8ms", "restart 3 after ");
        assertThat(result.out())
                .contains("\"arms\": [\"delay=4ms\", \"delay=8ms\"]", "\"decided\": true")
                .containsPattern(
                        "\"delay=8ms\": \\{\"operations\": (\\d+), \"ok\": \\1, \"errors\": 0, \"others\": 0, ")
                .containsPattern("\"verdict\": \"delay=4ms completes (1\\.9|2\\.0)");
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select arm, count(distinct restart) >= 3, min(operations) > 0 from turn group by arm"))
                .containsExactly(List.of("delay=4ms", 1L, 1L), List.of("delay=8ms", 1L, 1L));
        assertThat(stored.rows("select base_arm, arm, decided, throughput_ratio between 0.45 and 0.55 and"
                        + " throughput_low < 0.5 + 0.05 from comparison_summary"))
                .containsExactly(List.of("delay=4ms", "delay=8ms", 1L, 1L));
        assertThat(stored.rows("select count(distinct restarts) = max(restarts) from comparison_figure"))
                .containsExactly(List.of(1L));
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("arms"));
        }
    }

    @Test
    void an_arm_whose_server_is_not_there_ends_it_with_2_and_its_reason() {
        Shell.Result result = ab("graphity-read-heavy", "--vary", "target.uri=bolt://127.0.0.1:1,bolt://127.0.0.1:2");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("127.0.0.1:1");
    }

    /** A connection that is dropped takes no time: without its errors that arm would be ten times as fast. */
    @Test
    void an_arm_whose_operations_fail_wins_nothing() throws Exception {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: http, uri: "http://127.0.0.1:1/", retries: 0}
                workload: {kind: noop}
                phases:
                  - {kind: measure, duration: 5s, clients: 2}
                """);
        AtomicLong requests = new AtomicLong();
        try (TestHttpServer well = new TestHttpServer(Duration.ofMillis(10));
                TestHttpServer drops = new TestHttpServer(() -> {
                    if (requests.incrementAndGet() % 20 > 0) {
                        throw new InterruptedException("dropped");
                    }
                })) {
            Shell.Result result = ab(
                    plan.toString(),
                    "--vary",
                    "target.uri=" + well.uri() + "," + drops.uri(),
                    "--max-time",
                    "20s",
                    "--store",
                    "s.db");
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
            assertThat(result.out())
                    .contains(
                            "failed or were answered wrongly; turns count them as completed",
                            "FAILED: not all operations were ok; ");
        }
        Stored stored = new Stored(folder.resolve("s.db"), 1);
        assertThat(stored.rows("select decided from comparison_summary")).containsExactly(List.of(0L));
        assertThat(stored.rows("select 2 * count(server_cpu_ns) > count(*), min(server_cpu_ns) > 0 from turn"))
                .as("processor time of the two servers, which are threads of this process")
                .containsExactly(List.of(1L, 1L));
    }

    @Test
    @Tag("nightly")
    void an_arm_whose_server_dies_ends_it_with_2_and_one_line_that_names_arm_time_and_cause() throws Exception {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: http, uri: "http://127.0.0.1:1/", retries: 0}
                workload: {kind: noop}
                phases:
                  - {kind: measure, duration: 5s, clients: 2}
                """);
        AtomicBoolean dead = new AtomicBoolean();
        try (TestHttpServer well = new TestHttpServer(Duration.ofMillis(10));
                TestHttpServer mortal = TestHttpServer.mortal(dead::get)) {
            Background.One one = background.start(
                    "ab",
                    plan.toString(),
                    "--vary",
                    "target.uri=" + well.uri() + "," + mortal.uri(),
                    "--max-time",
                    "4m",
                    "--precision",
                    "0.01%",
                    "--store",
                    "s.db");
            one.awaitLine("restart 1 after ");
            dead.set(true);
            Shell.Result result = one.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            assertThat(result.err().lines().filter(line -> line.startsWith("muster: ")))
                    .singleElement()
                    .asString()
                    .matches("muster: the arm uri=" + mortal.uri() + " ended: target lost at \\d+\\.\\d s of phase"
                            + " measure: 127\\.0\\.0\\.1:\\d+: Connection refused; see the server's log");
            assertThat(result.out()).contains("; of the 1 restart before it: ").doesNotContain("step  trial");
        }
        assertThat(new Stored(folder.resolve("s.db"), 1)
                        .rows(
                                "select restarts, decided, (select min(ok) > 0 and sum(errors) = 0 from comparison_outcome)"
                                        + " from comparison"))
                .containsExactly(List.of(1L, 0L, 1L));
    }

    @Test
    void phases_that_cannot_be_cut_into_turns_are_refused_before_anything_starts() {
        Shell.Result result = ab("batch-insert", "--vary", "target.connectTimeout=1s,2s");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("cannot be cut into turns; give it a duration");
    }

    @Tag("thorough")
    @Test
    void ctrl_c_while_it_warms_up_says_that_there_is_no_answer() throws Exception {
        Background.One one = background
                .start("ab", "noop", "noop", "--max-time", "4m", "--store", "s.db")
                .awaitLine("take turns until ");
        Shell.Result result = one.signal("INT").result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(105);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines().toList().getLast())
                .isEqualTo("interrupted before a restart was measured: no answer");
        assertThat(one.process().descendants()).isEmpty();
    }
}

package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Phases that end before their time, with real servers whose delay changes. */
@Tag("slow")
class EarlyEndIT {
    @TempDir
    private Path folder;

    /** @param delayMs by the seconds since the first request */
    private static TestHttpServer server(LongUnaryOperator delayMs) {
        AtomicLong first = new AtomicLong();
        return new TestHttpServer(() -> {
            first.compareAndSet(0, System.nanoTime());
            Thread.sleep(delayMs.applyAsLong((System.nanoTime() - first.get()) / 1_000_000_000));
        });
    }

    private String plan(TestHttpServer server, String rest) throws IOException {
        Path plan = folder.resolve("p.yaml");
        Files.writeString(
                plan, "name: p\ntarget: {kind: http, uri: \"" + server.uri() + "\"}\nworkload: {kind: noop}\n" + rest);
        return plan.toString();
    }

    private Path file() {
        return folder.resolve("s.db");
    }

    private List<List<Object>> rows(String sql) {
        return new Stored(file(), 1).rows(sql);
    }

    @Tag("thorough")
    @Test
    void a_warm_up_until_steady_is_long_enough_for_a_steady_measurement() throws IOException {
        try (TestHttpServer server = server(second -> Math.max(8, 40 - 4 * second))) {
            String plan = plan(server, """
                    steady: required
                    phases:
                      - {kind: warmup, until: steady, max: 90s, clients: 4}
                      - {kind: measure, duration: 10s, clients: 4}
                    """);
            Shell.Result result = Cli.run("standalone", plan, "--store", file().toString());
            // A busy machine may keep its clients waiting, which is for another test.
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
            assertThat(rows("select kind, passed from check_summary where name = 'steady'"))
                    .as(result.out() + result.err())
                    .containsExactly(List.of("validity", 1L));
        }
        assertThat(rows("select kind, observed from check_summary where name = 'warm-up'")
                        .getFirst())
                .satisfies(row -> assertThat(row.getFirst()).isEqualTo("fact"))
                .satisfies(row -> assertThat(row.getLast().toString()).matches("steady after (1[0-9]|[2-8][0-9]) s"));
        assertThat(
                        rows(
                                "select 'steady after ' || (measured_until_ns / 1000000000 - (start_ns + 999999999) / 1000000000) || ' s'"
                                        + " = (select observed from check_summary where name = 'warm-up') from phase where phase = 'warmup'"))
                .containsExactly(List.of(1L));
    }

    @Test
    void a_stop_rule_ends_a_phase_of_a_cluster_and_what_was_measured_counts() throws IOException {
        try (TestHttpServer server = server(second -> second < 5 ? 5 : 400);
                Background background = new Background(folder)) {
            String address = background
                    .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file().toString())
                    .address();
            background.worker(address, "a");
            background.worker(address, "b");
            String plan = plan(server, """
                    phases:
                      - {kind: measure, duration: 60s, rate: 100/s, stopIf: [p50 > 200ms for 3s, errors > 9 for 1s]}
                      - {kind: measure, name: after, duration: 2s, clients: 2}
                    """);
            Shell.Result result = background
                    .start("run", plan, "--coordinator", address, "--expect-workers", "2")
                    .result();
            // A busy machine keeps no schedule, which is for another test: that the phase ended when it should is for
            // this.
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
            assertThat(result.out() + result.err())
                    .containsPattern("stop rule: observed \\d+ ms in the last second.*by its stopIf");
        }
        assertThat(rows("select state from run")).containsExactly(List.of("complete"));
        assertThat(rows("select phase, measured_until_ns - start_ns < 20e9 from phase order by ordinal"))
                .containsExactly(List.of("measure", 1L), List.of("after", 1L));
        assertThat(rows("select planned = covered + missing, counted = covered, missing from coverage_summary"
                        + " where phase = 'measure'"))
                .containsExactly(List.of(1L, 1L, 0L));
        assertThat(rows(
                        "select abs(sum(i.ok_in_time) * 1e9 / (p.measured_until_ns - p.start_ns) - 100) < 15 from phase p"
                                + " join interval i using (run_id, step, trial, phase) where phase = 'measure'"))
                .containsExactly(List.of(1L));
    }
}

package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that warms up while it is measured. */
@Tag("slow")
class SteadinessIT {
    private static final int CLIENTS = 2;

    @TempDir
    private Path folder;

    /**
     * Answers 50 operations/s at first, and 14 more with each second. A line over fifteen seconds stays one where a busy machine
     * takes a second or two away.
     */
    private static TestHttpServer warmingUp() {
        AtomicLong first = new AtomicLong();
        return new TestHttpServer(() -> {
            first.compareAndSet(0, System.nanoTime());
            double seconds = (System.nanoTime() - first.get()) / 1e9;
            Thread.sleep(Duration.ofNanos((long) (CLIENTS * 1e9 / (50 + 14 * seconds))));
        });
    }

    private Shell.Result run(String steady) throws IOException {
        try (TestHttpServer server = warmingUp()) {
            Path plan = folder.resolve("p.yaml");
            Files.writeString(
                    plan,
                    "name: p\nsteady: " + steady + "\ntarget: {kind: http, uri: \"" + server.uri()
                            + "\"}\nworkload: {kind: noop}\nthresholds: [throughput > 1/s]\n"
                            + "phases:\n  - {kind: measure, duration: 15s, clients: " + CLIENTS + "}\n");
            return Cli.run("standalone", plan.toString(), "--store", file());
        }
    }

    private String file() {
        return folder.resolve("s.db").toString();
    }

    @Test
    void a_phase_that_measures_a_warm_up_is_reported_and_undecides_a_gate() throws IOException {
        Shell.Result result = run("reported");
        assertThat(result.out() + result.err())
                .contains("steady: observed still warming up: throughput rose by ")
                .containsPattern("throughput > 1/s.*not steady");
        assertThat(new Stored(Path.of(file()), 1)
                        .rows("select kind, passed from check_summary where name = 'steady' and run_id = 1"))
                .containsExactly(List.of("warning", 0L));
    }

    @Tag("thorough")
    @Test
    void it_makes_the_run_invalid_where_the_plan_asks() throws IOException {
        Shell.Result result = run("required");
        assertThat(result.exitCode()).isEqualTo(111);
        assertThat(result.out() + result.err())
                .containsPattern("INVALID  steady: observed still warming up: throughput rose by \\d+ %");
    }
}

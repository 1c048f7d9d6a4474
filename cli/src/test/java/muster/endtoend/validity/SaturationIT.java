package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real worker on one core before a fast server is out of CPU, however many clients share that core; before a slow server
 * it is not. What other processes take of the core makes the first worse. Of the second only these checks are asked for, as
 * a machine with other work may stall any process.
 */
@Tag("slow")
@Tag("alone")
@Tag("thorough")
class SaturationIT {
    private static final String SATURATION = "('generator cpu', 'canary', 'hand-over', 'clients without a completion')";

    @TempDir
    private Path folder;

    private Background background;
    private Path file;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        file = folder.resolve("s.db");
    }

    @AfterEach
    void end() {
        background.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients: 64", "clients: 512", "rate: 20000/s, maxInFlight: 512, drain: 2s"})
    void a_worker_on_one_core_before_a_fast_server_is_out_of_cpu(String load) throws IOException {
        Shell.Result result = run(Duration.ZERO, load);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(failedSaturationChecks()).as(result.out()).isNotEmpty();
        assertThat(stored("select validity from run_summary")).containsExactly(List.of("invalid"));
        assertThat(result.out()).contains("INVALID  ").contains("core it may use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients: 64", "rate: 20/s, maxInFlight: 64"})
    void a_worker_on_one_core_before_a_slow_server_is_not(String load) throws IOException {
        Shell.Result result = run(Duration.ofMillis(800), load);
        assertThat(failedSaturationChecks()).as(result.out() + result.err()).isEmpty();
        assertThat(stored("select passed from check_summary where name = 'canary'"))
                .containsExactly(List.of(1L));
    }

    @Test
    void clients_that_never_complete_an_operation_are_counted_before_they_are_closed() throws IOException {
        Shell.Result result = background
                .start(
                        "standalone",
                        plan("noop}", "noop, delay: 20s", "{kind: measure, duration: 4s, clients: 4}"),
                        "--store",
                        file.toString())
                .result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(stored("select observed from check_summary where name = 'clients without a completion'"))
                .containsExactly(List.of("4"));
    }

    @Test
    void fewer_operations_than_clients_is_no_evidence() throws IOException {
        Shell.Result result = background
                .start(
                        "standalone",
                        plan("noop}", "noop, delay: 1500ms", "{kind: measure, operations: 4, clients: 8}"),
                        "--store",
                        file.toString())
                .result();
        assertThat(stored("select observed from check_summary where name = 'clients without a completion'"))
                .as(result.out() + result.err())
                .isEmpty();
    }

    // ---- steps of the tests ----

    private Shell.Result run(Duration delay, String load) throws IOException {
        assumeThat(Shell.in(Path.of("/")).run("sh", "-c", "command -v taskset").exitCode())
                .as("taskset, of util-linux")
                .isZero();
        try (TestHttpServer server = new TestHttpServer(delay)) {
            String address = background
                    .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString())
                    .address();
            background
                    .pinned(0, "worker", "--coordinator", address, "--name", "w")
                    .awaitLine("joined the coordinator");
            String plan =
                    plan("http, uri: \"" + server.uri() + "\"}", "noop", "{kind: measure, duration: 4s, " + load + "}");
            return background
                    .start("run", plan, "--coordinator", address, "--expect-workers", "1")
                    .result();
        }
    }

    private String plan(String target, String workload, String phase) throws IOException {
        return Files.writeString(
                        folder.resolve("p.yaml"),
                        "name: p\ntarget: {kind: " + target + "\nworkload: {kind: " + workload + "}\nphases:\n  - "
                                + phase + "\n")
                .toString();
    }

    private List<List<Object>> failedSaturationChecks() {
        return stored("select name, observed from check_summary where not passed and kind = 'validity' and name in "
                + SATURATION);
    }

    private List<List<Object>> stored(String sql) {
        return new Stored(file, 1).rows(sql);
    }
}

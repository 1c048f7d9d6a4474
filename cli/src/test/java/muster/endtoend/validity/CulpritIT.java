package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real servers in processes of their own, each with one thing that is full: the run must name it. */
@Tag("slow")
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class CulpritIT {
    private static final double MAX_FOREIGN = 0.3;

    @TempDir
    private Path folder;

    private final List<Process> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.destroyForcibly().onExit().join());
    }

    /** @param before of the command: taskset with its arguments, or nothing */
    private String server(String mode, String... before) throws IOException {
        Path script = folder.resolve("server.py");
        try (var source = Objects.requireNonNull(CulpritIT.class.getResourceAsStream("/staged_server.py"))) {
            Files.write(script, source.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(List.of("python3", script.toString(), mode));
        Process server = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        servers.add(server);
        BufferedReader out = server.inputReader(StandardCharsets.US_ASCII);
        return "http://127.0.0.1:" + out.readLine() + "/";
    }

    /**
     * Where other programs took so much that they may have been the limit, a wrong name proves nothing; where they did not,
     * it fails at once.
     */
    private void names(String expected, String uri, int clients) throws IOException {
        List<ProcessHandle> ours = new ArrayList<>(List.of(ProcessHandle.current()));
        servers.forEach(server -> ours.add(server.toHandle()));
        ForeignCores foreign = new ForeignCores(ours);
        String named = culprit(uri, clients);
        double used = foreign.used();
        if (!named.equals(expected)) {
            assumeThat(used).as("cores that other programs used").isLessThan(MAX_FOREIGN);
        }
        assertThat(named)
                .as("with %.2f cores used by others: %s", used, sentence())
                .isEqualTo(expected);
    }

    private String culprit(String uri, int clients) throws IOException {
        Path plan = folder.resolve("p.yaml");
        Files.writeString(plan, """
                name: p
                target: {kind: http, uri: "%s"}
                workload: {kind: noop}
                phases:
                  - {kind: warmup, duration: 1s, clients: %d}
                  - {kind: measure, duration: 6s, clients: %d}
                """.formatted(uri, clients, clients));
        Path file = folder.resolve("s.db");
        Shell.Result result = Cli.run("standalone", plan.toString(), "--store", file.toString());
        List<Object> row = new Stored(file, 1)
                .rows("select observed, reason from check_summary where name = 'bottleneck'")
                .getFirst();
        assertThat(result.out() + result.err()).contains(row.getLast().toString());
        return row.getFirst().toString();
    }

    @Tag("thorough")
    @Test
    void a_server_that_may_use_one_core_and_uses_it() throws IOException {
        names("server cpu", server("compute", "taskset", "-c", "0"), 4);
    }

    @Test
    void a_server_with_one_thread_that_computes() throws IOException {
        names("server thread", server("compute"), 4);
    }

    @Tag("thorough")
    @Test
    void a_server_that_waits_for_its_disk() throws IOException {
        names("disk", server("write"), 4);
    }

    @Test
    @Tag("nightly")
    void a_server_whose_operations_wait_for_a_lock() throws IOException {
        names("server wait", server("lock"), 16);
        assertThat(sentence())
                .startsWith("a lock or wait inside the server: 16")
                .contains("worked on at a time");
    }

    /** The server says that it is fast, so what takes the time is on the way to it. */
    @Test
    @Tag("nightly")
    void a_server_behind_a_slow_network() throws IOException {
        names("network", server("network"), 4);
        assertThat(sentence())
                .startsWith("nothing is full: latency is the network's: the server reports 100 us of the 2");
    }

    private String sentence() {
        return new Stored(folder.resolve("s.db"), 1)
                .rows("select reason from check_summary where name = 'bottleneck'")
                .getFirst()
                .getFirst()
                .toString();
    }

    @Tag("thorough")
    @Test
    void a_server_that_waits_for_nothing_that_can_be_seen() throws IOException {
        names("server", server("sleep"), 4);
        assertThat(new Stored(folder.resolve("s.db"), 1)
                        .rows("select kind, round(seconds) >= 4, user_cores + system_cores < 0.5 or kind = 'host'"
                                + " from server_summary where phase = 'measure' order by kind"))
                .containsExactly(List.of("host", 1L, 1L), List.of("server", 1L, 1L));
    }
}

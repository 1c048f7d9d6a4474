package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Neo4j with the Graph Data Science library and our Flight server, read by all five clients. */
@Tag("server")
@Tag("thorough")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class StreamIT {
    private static final int ROWS = 3_001;
    private static final int DIMENSION = 24;
    private static final String TOKEN_VARIABLE = "STREAM_IT_TOKEN";
    private static final String STREAM = "{kind: property-stream, graph: streamed, partitions: %d, dimension: "
            + DIMENSION + ", vertices: " + ROWS + ", edges: 9000, seed: 3}";

    @TempDir
    private static Path folder;

    private RunningServer server;
    private Path file;
    private int runs;

    @BeforeAll
    void start() throws IOException {
        file = folder.resolve("s.db");
        server = Servers.local()
                .start(
                        "neo4j",
                        ServerOptions.temporary()
                                .withHeap("700m")
                                .withChoices(Map.of("with-gds", "yes", "with-flight", "yes"))
                                .withSettings(Map.of(
                                        "server.memory.pagecache.size",
                                        "64m",
                                        "server.jvm.additional",
                                        "-XX:TieredStopAtLevel=1"))
                                .withDataFolder(folder.resolve("db")));
        ended(read("neo4j", 1, "load", "--workers", "1"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void all_five_clients_read_the_same_rows() throws IOException {
        ended(read("arrow", 3, "", "--workers", "1", "--python-workers", "1", "--lease", "1"));
        ended(read("arrow", 1, "", "--workers", "0", "--python-workers", "1"));
        ended(read("neo4j", 3, "", "--workers", "0", "--python-workers", "1"));
        ended(withoutRust(plan("neo4j", 1, "")));
        List<String> found = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            found.add(new Stored(file, run)
                    .rows("select elements, bytes_received, checksum from content_summary where phase = 'check'"
                            + " and run_id = " + run)
                    .toString());
        }
        assertThat(found).hasSize(5).containsOnly(found.getFirst());
        assertThat(found.getFirst())
                .startsWith("[[" + ROWS + ", " + ROWS * (8 + 4 * DIMENSION) + ", ")
                .doesNotContain("0000000000000000");
        assertThat(rustExtensions()).contains("none").hasSizeGreaterThan(1);
        timingsStandForEachStream();
    }

    private List<String> rustExtensions() {
        return new Stored(file, 1)
                .rows("select distinct value from environment where key like '%driver.rust_ext'").stream()
                        .map(row -> String.valueOf(row.getFirst()))
                        .toList();
    }

    /** From before submission: the first row is never after the last, and the last never after the end of service. */
    private void timingsStandForEachStream() {
        assertThat(
                        new Stored(file, 1)
                                .rows(
                                        "select count(*) from operation_summary f join operation_summary r using (run_id, step, trial,"
                                                + " phase, operation) join operation_summary s using (run_id, step, trial, phase, operation)"
                                                + " where f.timing = 'first_row' and r.timing = 'rows' and s.timing = 'service'"
                                                + " and f.max_ns <= r.max_ns and r.max_ns <= s.max_ns * 1.01 and f.samples = s.samples"))
                .hasToString("[[" + runs + "]]");
    }

    @Test
    @Tag("nightly")
    void what_is_not_there_is_a_clear_error_that_is_counted() throws IOException {
        Path plan = plan("arrow", 1, "");
        Files.writeString(plan, Files.readString(plan) + """
                sweep:
                  mode: zip
                  workload.graph: [nowhere, streamed, streamed]
                  workload.property: [embedding, nothing, embedding]
                  workload.labels: ["*", "*", Nobody]
                """);
        for (String workers : List.of("--workers=1", "--workers=0 --python-workers=1")) {
            List<String> arguments = new ArrayList<>(List.of("run", plan.toString(), "--store", file + "-no"));
            arguments.addAll(List.of(workers.split(" ")));
            Shell.Result result = shell(arguments);
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
        }
        assertThat(new Stored(Path.of(file + "-no"), 1)
                        .rows("select outcome, count, first_message from outcome_summary where outcome <> 'ok'"))
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.toString())
                        .startsWith("[Flight.NOT_FOUND, 1, no ")
                        .contains("; there are: "));
    }

    @Test
    void the_token_is_asked_for_and_stands_in_a_private_file_alone() throws IOException {
        Path token = server.dataFolder().resolve("home/conf/flight.token");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        String secret = Files.readString(token);
        assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/cmdline")))
                .doesNotContain(secret);
        assertThat(Files.readString(server.dataFolder().resolve("server.log"))).doesNotContain(secret);
        Path plan = plan("arrow", 1, "");
        Shell.Result refused = Shell.in(folder)
                .with("MUSTER_NO_BUILD", "1")
                .with(TOKEN_VARIABLE, "wrong")
                .run(
                        Shell.CHECKOUT.resolve("muster").toString(),
                        "standalone",
                        plan.toString(),
                        "--store",
                        file + "-no");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("Flight at 127.0.0.1:", "the token is wrong");
    }

    private Shell.Result read(String kind, int partitions, String load, String... arguments) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("run", plan(kind, partitions, load).toString(), "--store", file.toString()));
        all.addAll(List.of(arguments));
        runs++;
        return shell(all);
    }

    private Shell.Result withoutRust(Path plan) throws IOException {
        runs++;
        return prepared()
                .with("MUSTER_RUST_EXT", "off")
                .run(
                        Shell.CHECKOUT.resolve("muster").toString(),
                        "run",
                        plan.toString(),
                        "--store",
                        file.toString(),
                        "--workers",
                        "0",
                        "--python-workers",
                        "1");
    }

    private Shell.Result shell(List<String> arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Shell.CHECKOUT.resolve("muster").toString()));
        command.addAll(arguments);
        return prepared().run(command.toArray(String[]::new));
    }

    private Shell prepared() throws IOException {
        return Shell.in(folder)
                .patient()
                .with("MUSTER_NO_BUILD", "1")
                .with(TOKEN_VARIABLE, Files.readString(server.dataFolder().resolve("home/conf/flight.token")));
    }

    /** Clients that insert edges side by side may meet in a deadlock more often than the default retries allow on a busy machine. */
    private Path plan(String kind, int partitions, String load) throws IOException {
        String address = Objects.requireNonNull(status().addresses().get(kind.equals("arrow") ? "flight" : "uri"));
        String token = kind.equals("arrow") ? ", token: \"${env:" + TOKEN_VARIABLE + "}\"" : "";
        return Files.writeString(
                folder.resolve("plan-" + kind + "-" + partitions + ".yaml"),
                "name: streams\ntarget: {kind: " + kind + ", uri: \"" + address
                        + "\", connectTimeout: 100s, retries: 20" + token
                        + "}\nworkload: "
                        + STREAM.formatted(partitions) + "\nphases:\n"
                        + (load.isEmpty() ? "" : "  - {kind: load, clients: 4}\n")
                        + "  - {kind: measure, name: check, part: check, operations: " + partitions
                        + ", clients: 1}\n");
    }

    private ServerStatus status() {
        return Servers.local().status("neo4j", server.dataFolder());
    }

    /** A crowded machine may make the figures doubtful (111), which is not what is tested here. */
    private static void ended(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }
}

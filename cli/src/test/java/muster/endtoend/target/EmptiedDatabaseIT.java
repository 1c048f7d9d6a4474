package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.falkordb.FalkorDbServer;
import muster.text.JsonReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database whose data is gone answers quickly, without an error, and wrongly: every output says so, and adds up. */
@Tag("server")
@Tag("thorough")
class EmptiedDatabaseIT {
    private static final String PLAN = """
            name: emptied
            target: {kind: falkordb, uri: "URI"}
            workload: {kind: graphity, users: 300, seed: 1}
            phases:
              - {kind: load}
              - {kind: measure, operations: 500, clients: 2}
            """;

    @TempDir
    private Path folder;

    @Test
    void a_plan_without_its_load_finds_nothing_and_has_wrong_answers_wherever_it_is_shown() throws IOException {
        try (RunningServer server = Servers.local().start("falkordb", FalkorDbServer.small())) {
            Path plan = Files.writeString(folder.resolve("p.yaml"), PLAN.replace("URI", server.uri()));
            assertThat(run(plan).exitCode()).isIn(0, 111);
            Shell.Result emptied = run(plan, "--set", "state=fresh", "--set", "only=[measure]");
            assertThat(emptied.exitCode()).as(emptied.out() + emptied.err()).isEqualTo(97);
            assertThat(emptied.out())
                    .containsPattern("operation +ok +errors +absent")
                    .containsPattern(
                            "WRONG +measure: outcomes: observed 500 operations: [0-9]+ ok, 0 errors, [0-9]+ absent")
                    .containsPattern(
                            "1 worker\\): 500 operations: [0-9]+ ok, 0 errors, [0-9]+ absent; .*answers wrong");
        }
        Stored run = new Stored(folder.resolve("s.db"), 2);
        assertThat(run.rows(
                        "select operations, operations = ok + errors + others, others > 400, others = absent + duplicate,"
                                + " answers from run_summary where run_id = 2"))
                .containsExactly(List.of(500L, 1L, 1L, 1L, "wrong"));
        assertThat(run.rows("select operations, others from run_summary where run_id = 1"))
                .containsExactly(List.of(500L, 0L));
        shown();
    }

    private static final String READS = """
            name: reads
            target: {kind: falkordb, uri: "URI"}
            data: none
            workload: {kind: query, operations: {people: {cypher: "MATCH (n:Person) RETURN count(n)"}}}
            phases: [{kind: measure, duration: 4s, rate: 50/s}]
            """;

    /** Each answer is one row, none is an error, and no reference tells that half of them are of an empty graph. */
    @Test
    void data_that_another_program_deletes_while_a_run_reads_make_its_answers_wrong() throws IOException {
        try (RunningServer server = Servers.local().start("falkordb", FalkorDbServer.small());
                Background background = new Background(folder)) {
            graph(server, "UNWIND range(1, 100) AS id CREATE (:Person {id: id})");
            Path plan = Files.writeString(folder.resolve("r.yaml"), READS.replace("URI", server.uri()));
            Background.One run = background
                    .start(
                            "standalone",
                            plan.toString(),
                            "--store",
                            folder.resolve("s.db").toString())
                    .awaitLine("measure: ");
            graph(server, "MATCH (n) DELETE n");
            assertThat(run.result().exitCode()).as(run.said()).isEqualTo(97);
            assertThat(run.said())
                    .contains(
                            "WRONG    data after the phases: observed 0 vertices, 0 edges, wanted 100 vertices, 0 edges");
        }
    }

    private static void graph(RunningServer server, String cypher) throws IOException {
        byte[] query = "*3\r\n$11\r\nGRAPH.QUERY\r\n$6\r\nmuster\r\n$%d\r\n%s\r\n"
                .formatted(cypher.length(), cypher)
                .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.ports().of("redis"))) {
            socket.getOutputStream().write(query);
            assertThat(socket.getInputStream().read()).isEqualTo('*');
        }
    }

    private void shown() {
        String store = folder.resolve("s.db").toString();
        assertThat(Cli.run("runs", store).out()).containsPattern("\\d+ absent");
        Object json = JsonReader.read(Cli.run("runs", store, "--json").out());
        assertThat((List<?>) json).last().satisfies(row -> {
            Map<?, ?> of = (Map<?, ?>) row;
            assertThat((long) of.get("ok") + (long) of.get("errors") + (long) of.get("others"))
                    .isEqualTo(500L);
        });
        Path page = folder.resolve("r.html");
        assertThat(Cli.run("report", store + ":2", "--out", page.toString()).exitCode())
                .isZero();
        assertThat(page).content().contains(">absent</th>", "WRONG");
    }

    private Shell.Result run(Path plan, String... options) {
        return Cli.standalone(plan, folder.resolve("s.db"), options);
    }
}

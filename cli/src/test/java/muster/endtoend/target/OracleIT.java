package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Neo4j, right and seen through targets with bugs; standalone and with workers of their own processes. */
@Tag("server")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class OracleIT {
    private static final String GRAPHITY = """
            name: oracle
            target: {kind: %s, uri: "%s", connectTimeout: 100s, operationTimeout: 100s%s}
            workload: {kind: graphity, algorithm: stou, users: 400, seed: 5, horizon: 500,
                       mix: {feed: 10, follow: 45, unfollow: 15, post: 29, addUser: 1}}
            phases:
              - {kind: load, clients: 4}
              - {kind: verify, name: after-load}
              - {kind: measure, operations: 2500, clients: 8}
              - {kind: verify, name: after-measure, feeds: 150}
            """;
    private static final String BATCHES = """
            name: oracle
            target: {kind: %s, uri: "%s", connectTimeout: 100s, operationTimeout: 100s%s}
            workload: {kind: batch-insert, vertices: 2000, edges: 5000, seed: 5}
            state: fresh
            phases:
              - {kind: measure, name: vertices, part: vertices, clients: 4}
              - {kind: measure, name: edges, part: edges, clients: 4}
              - {kind: verify}
            """;

    @TempDir
    private static Path folder;

    private RunningServer server;
    private int files;

    @BeforeAll
    void start() {
        server = Servers.local().start("neo4j", Neo4jServer.small().inMemory());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** What one run ended with: its code, what it said, and the rows of the oracle. */
    private record Ended(Shell.Result result, boolean valid, List<List<@Nullable Object>> rows) {
        private List<String> wrong() {
            return rows.stream()
                    .filter(row -> row.get(1) instanceof Number passed && passed.intValue() == 0)
                    .map(row -> String.valueOf(row.getFirst()))
                    .toList();
        }
    }

    private Ended run(String command, String plan, String kind, String bug) throws IOException {
        Path text = folder.resolve("plan-" + ++files + ".yaml");
        Files.writeString(text, plan.formatted(kind, server.uri(), bug));
        Path store = folder.resolve(files + ".db");
        List<String> arguments = new ArrayList<>(List.of(command, text.toString(), "--store", store.toString()));
        if (command.equals("run")) {
            arguments.addAll(List.of("--workers", "2"));
        }
        Shell.Result result = Cli.run(arguments.toArray(String[]::new));
        assertThat(store).as(result.toString()).exists();
        Stored stored = new Stored(store, 1);
        return new Ended(
                result,
                stored.rows("select validity from run_summary").toString().equals("[[valid]]"),
                stored.rows(
                        "select name, passed, expected, observed, reason from check_summary where kind = 'oracle'"));
    }

    @Test
    void a_right_database_passes_after_the_load_and_after_concurrent_writes() throws IOException {
        passesAllChecks("run");
    }

    @Test
    @Tag("nightly")
    void a_right_database_passes_standalone_too() throws IOException {
        passesAllChecks("standalone");
    }

    private void passesAllChecks(String command) throws IOException {
        Ended ended = run(command, GRAPHITY, "neo4j", "");
        assertThat(ended.wrong()).as(ended.toString()).isEmpty();
        assertThat(ended.rows().stream().map(row -> row.getFirst()))
                .contains(
                        "after-load: vertices",
                        "after-load: feeds",
                        "after-measure: edges",
                        "after-measure: degrees",
                        "after-measure: ids",
                        "after-measure: answers",
                        "after-measure: feeds",
                        "after-measure: feeds during measure");
        assertThat(ended.result().exitCode()).as(ended.toString()).isEqualTo(ended.valid() ? 0 : 111);
    }

    /** What a Python worker leaves out would make all that it covered uncertain, and the bounds ranges. */
    @Test
    @Tag("nightly")
    void a_python_worker_tells_the_oracle_as_much() throws IOException {
        Path text = folder.resolve("python.yaml");
        Files.writeString(text, GRAPHITY.formatted("neo4j", server.uri(), ""));
        Path store = folder.resolve("python.db");
        Shell.Result result = Shell.in(folder)
                .patient()
                .with("MUSTER_NO_BUILD", "1")
                .run(
                        Shell.CHECKOUT.resolve("muster").toString(),
                        "run",
                        text.toString(),
                        "--store",
                        store.toString(),
                        "--python-workers",
                        "1");
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        List<List<@Nullable Object>> rows =
                new Stored(store, 1).rows("select name, expected, passed from check_summary where kind = 'oracle'");
        assertThat(rows).hasSizeGreaterThan(8).allSatisfy(row -> {
            assertThat(row.get(2)).as(row.toString()).hasToString("1");
            assertThat(String.valueOf(row.get(1))).as(row.toString()).doesNotContain(" to ");
        });
        assertThat(new Stored(store, 1)
                        .rows("select 1 from snapshot_batch where worker like 'local-python%' and phase = 'measure'"))
                .isNotEmpty();
    }

    @Tag("thorough")
    @Test
    void feeds_that_are_reversed_end_the_run_with_97_and_the_reason() throws IOException {
        Ended ended = run("run", GRAPHITY, "wrong", ", bug: reversed");
        assertThat(ended.wrong())
                .containsExactly("after-load: feeds", "after-measure: feeds", "after-measure: feeds during measure");
        isWrong(ended, "stands behind");
    }

    @Test
    @Tag("nightly")
    void every_thousandth_edge_lost_ends_the_run_with_97_and_the_reason() throws IOException {
        Ended ended = run("standalone", GRAPHITY, "wrong", ", bug: lost");
        assertThat(ended.wrong()).contains("after-load: edges", "after-load: degrees", "after-load: ids");
        isWrong(ended, "the answers that it gave make");
    }

    @Tag("thorough")
    @Test
    void batches_are_verified_too() throws IOException {
        assertThat(run("standalone", BATCHES, "neo4j", "").wrong()).isEmpty();
        Ended lost = run("standalone", BATCHES, "wrong", ", bug: lost");
        assertThat(lost.wrong()).containsExactly("verify: edges", "verify: degrees", "verify: ids");
        isWrong(lost, "edges, the answers that it gave make 5000");
    }

    /** Whether or not the machine is busy with other tests: wrong answers precede an invalid run. */
    private static void isWrong(Ended ended, String reason) {
        assertThat(ended.result().exitCode()).as(ended.toString()).isEqualTo(97);
        assertThat(ended.result().out() + ended.result().err()).contains("wrong answers: ", reason);
        assertThat(ended.rows().toString()).contains(reason);
    }
}

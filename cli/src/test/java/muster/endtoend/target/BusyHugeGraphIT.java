package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.hugegraph.HugeGraphServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real HugeGraph that writes one batch at a time and answers HTTP 503 to whoever comes meanwhile, as its stock
 * configuration does at the fourth: nothing is lost, and nothing is counted twice.
 */
@Tag("server")
@Tag("nightly")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class BusyHugeGraphIT {
    private static final int ELEMENTS = 40_960;

    @TempDir
    private static Path folder;

    private RunningServer server;
    private int files;

    @BeforeAll
    void start() {
        ServerOptions small = HugeGraphServer.small();
        Map<String, String> settings = new HashMap<>(small.settings());
        settings.put("batch.max_write_threads", "1");
        server = Servers.local().start("hugegraph", small.withSettings(settings).inMemory());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void what_is_tried_again_often_enough_all_goes_in() throws Exception {
        Stored stored = inserted("retries: 1000, backoff: 2ms", 0, 111);
        assertThat(stored.rows("select distinct outcome from snapshot where samples > 0"))
                .hasToString("[[ok]]");
        assertThat(stored.number("select sum(retries) from snapshot where accepted = 1 and outcome = 'TooBusy'"))
                .isPositive();
        assertThat(written(stored, "vertices")).isEqualTo(ELEMENTS);
        assertThat(written(stored, "edges")).isEqualTo(ELEMENTS);
    }

    @Test
    void what_is_not_tried_again_is_counted_as_too_busy_and_is_not_there() throws Exception {
        Stored stored = inserted("retries: 0, checkVertex: false", 1, 111);
        assertThat(stored.number("select sum(count) from outcome_summary where outcome = 'TooBusy'"))
                .isPositive();
        assertThat(stored.rows("select distinct first_message from outcome_summary where outcome = 'TooBusy'")
                        .toString())
                .contains("too busy to write");
        assertThat(written(stored, "vertices")).isBetween(1L, ELEMENTS - 1L);
        assertThat(written(stored, "edges")).isBetween(1L, ELEMENTS - 1L);
    }

    /** By two workers; the file is whole, and the oracle found the database right. */
    private Stored inserted(String settings, Integer... codes) throws IOException {
        String name = "busy-" + ++files;
        Path plan = folder.resolve(name + ".yaml");
        Files.writeString(plan, """
            name: busy
            target: {kind: hugegraph, uri: "%s", %s}
            workload: {kind: batch-insert, vertices: %d, edges: %3$d, vertexBatch: 200, edgeBatch: 200, seed: 5}
            state: fresh
            phases:
              - {kind: measure, name: vertices, part: vertices, clients: 8}
              - {kind: measure, name: edges, part: edges, clients: 8}
              - {kind: verify}
            """.formatted(server.uri(), settings, ELEMENTS));
        Path file = folder.resolve(name + ".db");
        Shell.Result result = Cli.run("run", plan.toString(), "--workers", "2", "--store", file.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(List.of(codes));
        Stored stored = new Stored(file, 1);
        System.out.println(stored.rows(
                "select phase, outcome, sum(count), max(first_message) from outcome_summary group by phase, outcome"));
        assertThat(stored.coverage().missing()).isZero();
        assertThat(stored.coverage().isSound()).as(stored.coverage().toString()).isTrue();
        assertThat(stored.rows("select name, expected, observed, passed from check_summary where kind = 'oracle'"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.getLast()).as(row.toString()).hasToString("1"));
        return stored;
    }

    /** What the server says that it has, which must be what was counted. */
    private static long written(Stored stored, String elements) {
        long counted = stored.number(
                "select sum(elements) from snapshot where accepted = 1 and timing = 'service' and phase = '" + elements
                        + "'");
        assertThat(stored.rows("select observed from check_summary where name = 'verify: " + elements + "'"))
                .hasToString("[[" + counted + "]]");
        return counted;
    }
}

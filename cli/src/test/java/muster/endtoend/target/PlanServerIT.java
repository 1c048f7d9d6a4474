package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans with a section server: real servers that a run starts, loads, restores and stops. */
@EnabledOnOs(OS.LINUX)
class PlanServerIT {
    @TempDir
    private Path folder;

    private static int port() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Path plan(String server, String uri, int users) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: %s, uri: "%s"}
                server: {name: %s, heap: 768m}
                workload: {kind: graphity, algorithm: stou, users: %d, mix: {feed: 50, post: 50}}
                phases:
                  - {kind: load}
                  - {kind: measure, operations: 200, clients: 4}
                  - {kind: verify, feeds: 20}
                sweep: {server.cpus: [1, 2]}
                """.formatted(server, uri, server, users));
    }

    @Tag("nightly")
    @Tag("server")
    @ParameterizedTest
    @CsvSource({"neo4j, bolt", "janusgraph, ws", "hugegraph, http"})
    void each_step_has_its_setting_and_starts_from_the_same_graph_which_is_loaded_once(String server, String scheme)
            throws IOException {
        String path = server.equals("janusgraph") ? "/gremlin" : "";
        Path plan = plan(server, scheme + "://127.0.0.1:" + port() + path, 2_000);
        Path file = folder.resolve("s.db");
        Shell.Result result = Cli.run("standalone", plan.toString(), "--store", file.toString());
        assertThat(result.err()).contains("Starting");
        Stored stored = new Stored(file, 1);
        assertThat(stored.rows("select step, data, cpus from server_start order by step, data"))
                .containsExactly(List.of(1L, "copied", "0"), List.of(1L, "empty", "0"), List.of(2L, "restored", "0-1"));
        assertThat(stored.rows("select count(*), sum(passed) from check_summary where kind = 'oracle'"
                        + " and name = 'state after load'"))
                .containsExactly(List.of(2L, 2L));
        assertThat(stored.rows("select count(*) from check_summary where kind = 'oracle' and not passed"))
                .containsExactly(List.of(0L));
        assertThat(stored.rows("select distinct step from phase where kind = 'load'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select load_seconds > copy_seconds * 3 from server_start_summary"
                        + " where data = 'restored'"))
                .containsExactly(List.of(1L));
        stored.rows("select pid from server_start")
                .forEach(row ->
                        assertThat(ProcessHandle.of((Long) row.getFirst())).isEmpty());
    }

    @Test
    void what_cannot_be_started_is_reported_before_anything_starts() throws IOException {
        assertThat(refusal(plan("neo5j", "bolt://127.0.0.1:7687", 10)))
                .contains("server.name: neo5j: no such server; there are ");
        assertThat(refusal(plan("neo4j", "bolt://192.0.2.7:7687", 10)))
                .contains("target.uri bolt://192.0.2.7:7687: the server is started there, so it must be an address of");
    }

    private String refusal(Path plan) {
        Shell.Result result = Cli.run("check", plan.toString());
        assertThat(result.exitCode()).isEqualTo(104);
        return result.err();
    }
}

package muster.servers.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.Owner;
import muster.servers.host.Ports;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class FalkorDbServerTest {
    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    private Servers servers() {
        MusterHome home = new MusterHome(
                temporary.resolve("servers"),
                MusterHome.detect().cache(),
                MusterHome.detect().mavenWrapper());
        return new Servers(home, said::add);
    }

    @Test
    void a_server_that_syncs_each_write_has_its_data_after_a_kill_and_is_then_deleted() throws Exception {
        ServerOptions options = FalkorDbServer.small()
                .withDataFolder(temporary.resolve("db"))
                .withSettings(Map.of("appendfsync", "always", "CACHE_SIZE", "50"));
        RunningServer first = servers().start("falkordb", options.withOwner(Owner.NOBODY));
        assertThat(ask(first, "GRAPH.QUERY g \"CREATE (:Mark {value: 42})\"")).startsWith("*");
        assertThat(ask(first, "GRAPH.CONFIG GET CACHE_SIZE")).startsWith("*2");
        kill(first.pid());
        ServerStatus killed = servers().status("falkordb", first.dataFolder());
        assertThat(killed.condition()).isEqualTo(ServerStatus.Condition.STOPPED);
        assertThat(killed.note()).contains("died or was killed");
        try (RunningServer again = servers().start("falkordb", options)) {
            assertThat(all(again, "GRAPH.RO_QUERY g \"MATCH (m:Mark) RETURN m.value\""))
                    .contains(":42");
        }
        assertThat(servers().delete(first.dataFolder())).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
        assertThat(first.dataFolder()).doesNotExist();
    }

    private static void kill(long pid) {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().join().pid()).isEqualTo(pid);
    }

    private static String ask(RunningServer server, String command) throws IOException {
        return all(server, command).getFirst();
    }

    /** The lines of an answer, which ends with those of the command after it. */
    private static List<String> all(RunningServer server, String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(server.ports().of("redis")));
            socket.getOutputStream().write((command + "\r\nPING\r\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> lines = new ArrayList<>();
            for (String line = in.readLine(); line != null && !line.equals("+PONG"); line = in.readLine()) {
                lines.add(line);
            }
            return lines;
        }
    }
}

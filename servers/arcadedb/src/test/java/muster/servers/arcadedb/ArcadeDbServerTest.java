package muster.servers.arcadedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.Owner;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real ArcadeDB; what is the same for all servers is tested with Neo4j. */
@Tag("server")
class ArcadeDbServerTest {
    private static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    /** The state of a listening socket in the kernel's tables. */
    private static final String LISTENS = "0A";

    /** 127.0.0.1 there, also as the end of the same address in IPv6. */
    private static final String LOOPBACK = "0100007F";

    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), said::add);
    }

    @Test
    void a_server_without_a_password_takes_settings_and_has_its_data_after_a_kill() throws Exception {
        ServerOptions options = ArcadeDbServer.small()
                .withDataFolder(temporary.resolve("db"))
                .withSettings(Map.of(
                        JvmFlags.SETTING,
                        "-XX:TieredStopAtLevel=1",
                        "txWalFlush",
                        "2",
                        "server.httpSessionExpireTimeout",
                        "7"));
        RunningServer first = servers().start("arcadedb", options.withOwner(Owner.NOBODY));
        try {
            assertThat(first.uri())
                    .isEqualTo("bolt://127.0.0.1:" + first.ports().of("bolt"));
            assertThat(commandLine(first)).contains("-XX:TieredStopAtLevel=1", "-Darcadedb.txWalFlush=2");
            assertThat(listening(first))
                    .containsExactlyInAnyOrder(
                            first.ports().address("bolt"), first.ports().address("http"));
            assertThat(ask(first, "CREATE (m:Mark {value: 42}) RETURN m.value AS value"))
                    .contains("\"value\":42");
        } finally {
            kill(first.pid());
        }
        ServerStatus killed = servers().status("arcadedb", first.dataFolder());
        assertThat(killed.condition()).isEqualTo(ServerStatus.Condition.STOPPED);
        assertThat(killed.note()).contains("died or was killed");
        try (RunningServer again = servers().start("arcadedb", options)) {
            assertThat(ask(again, "MATCH (m:Mark) RETURN m.value AS value")).contains("\"value\":42");
            assertThat(again.stop()).isEqualTo(StopOutcome.STOPPED);
        }
        assertThat(servers().delete(first.dataFolder())).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
        assertThat(first.dataFolder()).doesNotExist();
    }

    @Tag("thorough")
    @Test
    void a_password_is_asked_for_and_stands_in_no_process_list_and_no_file() throws Exception {
        ServerOptions options = ArcadeDbServer.small().withDataFolder(temporary.resolve("closed"));
        String password = System.getenv(PASSWORD_VARIABLE);
        RunningServer server =
                servers().start("arcadedb", options.withOwner(Owner.NOBODY).withPasswordVariable(PASSWORD_VARIABLE));
        try {
            assertThat(ask(server, "RETURN 7 AS seven", password)).contains("\"seven\":7");
            assertThat(ask(server, "RETURN 7 AS seven")).startsWith("403");
            assertThat(commandLine(server)).isNotEmpty().noneMatch(word -> word.contains(password));
        } finally {
            assertThat(server.stop()).isEqualTo(StopOutcome.STOPPED);
        }
        assertThat(textsBelow(temporary)).isNotEmpty().noneMatch(text -> text.contains(password));
        assertThatThrownBy(() -> servers().start("arcadedb", options.withPasswordVariable("HOME")))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("refuses the password of ${env:HOME}");
        assertThatThrownBy(() -> servers().start("arcadedb", options))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("--password-variable");
    }

    @Tag("thorough")
    @Test
    void a_setting_that_arcadedb_would_ignore_is_refused() {
        ServerOptions options = ArcadeDbServer.small().withDataFolder(temporary.resolve("broken"));
        assertThatThrownBy(() -> servers().start("arcadedb", options.withSettings(Map.of("txWalFlushes", "2"))))
                .isInstanceOf(ServerException.class)
                .hasMessage("ArcadeDB has no setting txWalFlushes");
        assertThatThrownBy(() -> servers().start("arcadedb", options.withSettings(Map.of("txWalFlush", "always"))))
                .isInstanceOf(ServerException.class)
                .hasMessage("ArcadeDB runs with txWalFlush=0, not with always");
        assertThat(temporary.resolve("broken")).doesNotExist();
    }

    private static List<String> commandLine(RunningServer server) throws IOException {
        return List.of(
                Files.readString(Path.of("/proc/" + server.pid() + "/cmdline")).split("\0", -1));
    }

    /** Where the process itself listens, by what the kernel says. */
    private static List<String> listening(RunningServer server) throws IOException {
        List<String> own = new ArrayList<>();
        try (var files = Files.list(Path.of("/proc/" + server.pid() + "/fd"))) {
            for (Path file : files.toList()) {
                own.add(Files.readSymbolicLink(file).toString());
            }
        }
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/" + server.pid() + "/net/" + table))) {
                String[] words = line.strip().split(" +", -1);
                if (words[3].equals(LISTENS) && own.contains("socket:[" + words[9] + "]")) {
                    String[] address = words[1].split(":", -1);
                    String host = address[0].endsWith(LOOPBACK) ? Ports.HOST : address[0];
                    addresses.add(host + ":" + Integer.parseInt(address[1], 16));
                }
            }
        }
        return addresses;
    }

    private static void kill(long pid) {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().join().pid()).isEqualTo(pid);
    }

    private static List<String> textsBelow(Path folder) throws IOException {
        List<String> texts = new ArrayList<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return texts;
    }

    private static String ask(RunningServer server, String query) throws Exception {
        return ask(server, query, ArcadeDbServer.OPEN_PASSWORD);
    }

    private static String ask(RunningServer server, String query, String password) throws Exception {
        String user = Base64.getEncoder()
                .encodeToString((ArcadeDbServer.USER + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.httpUri() + "/api/v1/command/" + ArcadeDbServer.DATABASE))
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic " + user)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"language\":\"opencypher\",\"command\":\"" + query + "\"}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }
}

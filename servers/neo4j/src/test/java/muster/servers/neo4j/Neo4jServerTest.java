package muster.servers.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
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
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.clean.Clean;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Owner;
import muster.servers.host.PortChoice;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every test here runs the real Neo4j; together they start it as seldom as they can. */
@Tag("server")
class Neo4jServerTest {
    private static final int GROUP = 2;
    private static final int SESSION = 3;

    private static final String PASSWORD_VARIABLE = "MUSTER_TEST_PASSWORD";

    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    private MusterHome home() {
        return new MusterHome(
                temporary.resolve("servers"),
                MusterHome.detect().cache(),
                MusterHome.detect().mavenWrapper());
    }

    private Servers servers() {
        return new Servers(home(), said::add);
    }

    @Test
    void a_server_killed_at_once_is_stopped_and_starts_again_with_its_data() throws Exception {
        ServerOptions options = Neo4jServer.small().withDataFolder(temporary.resolve("db"));
        RunningServer first = servers().start("neo4j", options.withOwner(Owner.NOBODY));
        assertThat(ask(first, "CREATE (:Mark {value: 42})")).contains("\"errors\":[]");
        assertThat(status(first).condition()).isEqualTo(ServerStatus.Condition.RUNNING);
        assertThat(status(first).pid()).hasValue(first.pid());
        assertThat(status(first).addresses()).containsEntry("uri", first.uri());
        assertThat(stat(first.pid(), GROUP)).as("Ctrl-C does not reach it").isEqualTo("" + first.pid());
        assertThat(stat(first.pid(), SESSION))
                .isEqualTo(stat(ProcessHandle.current().pid(), SESSION));

        kill(first.pid());

        assertThat(status(first).condition()).isEqualTo(ServerStatus.Condition.STOPPED);
        assertThat(status(first).note()).contains("died or was killed");
        boolean archived = hasArchive();
        try (RunningServer again = servers().start("neo4j", options)) {
            assertThat(Files.readString(Path.of("/proc/" + again.pid() + "/maps"))
                            .contains("/classes-org.neo4j"))
                    .as("it maps the classes that an earlier one left")
                    .isEqualTo(archived);
            assertThat(ask(again, "MATCH (m:Mark) RETURN m.value")).contains("\"row\":[42]");
            refusesASecondStartInTheSameFolder(options);
            refusesItsPortToAnother(again);
            refusesToBeCleanedAway(again);
        }
        assertThat(status(first).condition()).isEqualTo(ServerStatus.Condition.STOPPED);
        assertThat(status(first).note()).isEmpty();
        assertThat(hasArchive()).isTrue();
        assertThat(servers().delete(first.dataFolder())).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
        assertThat(first.dataFolder()).doesNotExist();
    }

    private boolean hasArchive() throws Exception {
        Path entry = home().cache().resolve("servers/neo4j-" + Neo4jProvider.VERSION);
        try (var files = Files.list(entry)) {
            return files.anyMatch(file -> file.getFileName().toString().matches("classes-.*\\.jsa"));
        }
    }

    private void refusesASecondStartInTheSameFolder(ServerOptions options) {
        assertThatThrownBy(() -> servers().start("neo4j", options)).hasMessageContaining("neo4j runs already: process");
    }

    private void refusesItsPortToAnother(RunningServer running) {
        int port = running.ports().of("http");
        Path folder = temporary.resolve("other");
        ServerOptions same = Neo4jServer.small().withDataFolder(folder).withPorts(new PortChoice.From(port));
        assertThatThrownBy(() -> servers().start("neo4j", same))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("port " + port + " (bolt of Neo4j) is in use", "process " + running.pid());
        assertThat(folder).doesNotExist();
    }

    private void refusesToBeCleanedAway(RunningServer running) {
        Clean clean = new Clean(home());
        clean.items().stream()
                .filter(item -> item.path().equals(running.dataFolder()))
                .forEach(item -> {
                    assertThat(item.inUse()).isTrue();
                    assertThatThrownBy(() -> clean.remove(item)).hasMessageContaining("stop it first");
                });
        assertThat(running.isAlive()).isTrue();
    }

    @Test
    @Tag("nightly")
    void two_servers_run_at_once_and_a_password_is_asked_for_where_one_was_set() throws Exception {
        ServerOptions small = Neo4jServer.small();
        try (RunningServer open = servers().start("neo4j", small);
                RunningServer closed = servers().start("neo4j", small.withPasswordVariable(PASSWORD_VARIABLE))) {
            assertThat(open.pid()).isNotEqualTo(closed.pid());
            assertThat(ask(open, "RETURN 7")).contains("\"row\":[7]");
            assertThat(ask(closed, "RETURN 7")).contains("Unauthorized");
            assertThat(ask(closed, "RETURN 7", System.getenv(PASSWORD_VARIABLE)))
                    .contains("\"row\":[7]");
            assertThat(servers().list()).extracting(ServerStatus::condition).contains(ServerStatus.Condition.RUNNING);
            assertThat(textsBelow(closed.dataFolder()))
                    .noneMatch(text -> text.contains(System.getenv(PASSWORD_VARIABLE)));
            assertThat(textsBelow(temporary.resolve("servers"))).isNotEmpty();
        }
        assertThat(servers().list())
                .extracting(ServerStatus::condition)
                .containsExactly(ServerStatus.Condition.NOT_CREATED);
    }

    @Tag("thorough")
    @Test
    void a_setting_that_neo4j_does_not_know_is_reported_with_the_cause_from_its_log() {
        ServerOptions broken = Neo4jServer.small()
                .withDataFolder(temporary.resolve("broken"))
                .withSettings(Map.of("server.memory.pagecash.size", "64m"));

        assertThatThrownBy(() -> servers().start("neo4j", broken))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("Neo4j died while it started", "server.memory.pagecash.size");
        assertThat(temporary.resolve("broken")).doesNotExist();
    }

    @Test
    void a_foreign_listener_on_a_port_and_a_foreign_folder_are_refused_before_anything_starts() throws Exception {
        try (ServerSocket foreign = new ServerSocket(0)) {
            ServerOptions options = Neo4jServer.small()
                    .withDataFolder(temporary.resolve("db"))
                    .withPorts(new PortChoice.From(foreign.getLocalPort()));
            assertThatThrownBy(() -> servers().start("neo4j", options))
                    .hasMessageContaining("port " + foreign.getLocalPort() + " (bolt of Neo4j) is in use");
        }
        Path precious = Files.writeString(temporary.resolve("precious"), "keep");
        assertThatThrownBy(() -> servers().delete(temporary)).isInstanceOf(BadServerArgument.class);
        assertThatThrownBy(() -> servers().start("neo4j", Neo4jServer.small().withDataFolder(temporary)))
                .isInstanceOf(BadServerArgument.class);
        assertThat(precious).exists();
        assertThat(said).isEmpty();
    }

    private ServerStatus status(RunningServer server) {
        return servers().status("neo4j", server.dataFolder());
    }

    private static void kill(long pid) throws Exception {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        assertThat(process.onExit().get().pid()).isEqualTo(pid);
    }

    /** A field of those after the command's name. */
    private static String stat(long pid, int field) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field];
    }

    private static List<String> textsBelow(Path folder) throws Exception {
        List<String> texts = new ArrayList<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return texts;
    }

    private static String ask(RunningServer server, String statement) throws Exception {
        return ask(server, statement, "none");
    }

    private static String ask(RunningServer server, String statement, String password) throws Exception {
        String user = Base64.getEncoder().encodeToString(("neo4j:" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.httpUri() + "/db/neo4j/tx/commit"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic " + user)
                .POST(HttpRequest.BodyPublishers.ofString("{\"statements\":[{\"statement\":\"" + statement + "\"}]}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}

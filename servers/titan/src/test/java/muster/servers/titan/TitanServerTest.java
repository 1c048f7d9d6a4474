package muster.servers.titan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Owner;
import muster.servers.host.ServerException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Titan; what is the same for all servers is tested with Neo4j. */
@Tag("nightly")
class TitanServerTest {
    private static final String STORE = "m = graph.openManagement(); m.makeVertexLabel('User').make(); m.commit();"
            + " graph.addVertex(T.label, 'User'); graph.tx().commit(); 41 + 1";
    private static final String COUNT = "'users ' + g.V().hasLabel('User').count().next()";
    private static final String INSTANCES =
            "m = graph.openManagement(); n = 'instances ' + m.openInstances.size(); m.rollback(); n";

    @TempDir
    Path temporary;

    @Test
    void a_server_killed_at_once_starts_again_with_its_data_and_without_its_former_self() throws Exception {
        ServerOptions options = TitanServer.small().withDataFolder(temporary.resolve("db"));
        RunningServer first = servers().start("titan", options.withOwner(Owner.NOBODY));
        try {
            assertThat(ask(first, STORE)).startsWith("200").contains("\"data\":[42]");
        } finally {
            ProcessHandle process = ProcessHandle.of(first.pid()).orElseThrow();
            assertThat(process.destroyForcibly()).isTrue();
            process.onExit().get();
        }
        try (RunningServer again = servers().start("titan", options)) {
            assertThat(ask(again, COUNT)).contains("users 1");
            assertThat(ask(again, INSTANCES)).contains("instances 1");
        }
    }

    @Test
    void a_setting_that_titan_does_not_take_is_reported_with_the_cause_from_its_log() {
        ServerOptions broken = TitanServer.small()
                .withDataFolder(temporary.resolve("broken"))
                .withSettings(Map.of("storage.berkeleyje.isolation-level", "PERFECT"));
        assertThatThrownBy(() -> servers().start("titan", broken))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("Titan died while it started", "PERFECT");
        assertThat(temporary.resolve("broken")).doesNotExist();
    }

    @Test
    void a_password_is_refused_since_this_release_cannot_ask_for_one_over_http() {
        ServerOptions secured =
                TitanServer.small().withDataFolder(temporary.resolve("secured")).withPasswordVariable("HOME");
        assertThatThrownBy(() -> servers().start("titan", secured))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("start it without a password");
        assertThat(temporary.resolve("secured")).doesNotExist();
    }

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(
                new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), System.out::println);
    }

    private static String ask(RunningServer server, String script) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri()))
                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\":\"" + script + "\"}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }
}

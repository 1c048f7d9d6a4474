package muster.servers.arcadedb;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.host.Owner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real ArcadeDB; what is the same for all servers is tested with Neo4j. */
@Tag("server")
class ArcadeDbServerTest {
    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), said::add);
    }

    @Test
    void a_server_without_a_password_answers_to_the_one_that_is_known() throws Exception {
        ServerOptions options = ArcadeDbServer.small().withDataFolder(temporary.resolve("db"));
        try (RunningServer server = servers().start("arcadedb", options.withOwner(Owner.NOBODY))) {
            assertThat(ask(server, "CREATE (m:Mark {value: 42}) RETURN m.value AS value"))
                    .contains("\"value\":42");
        }
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

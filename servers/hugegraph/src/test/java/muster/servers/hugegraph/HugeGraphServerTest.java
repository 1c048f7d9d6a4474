package muster.servers.hugegraph;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Owner;
import muster.servers.host.PortChoice;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real HugeGraph; what is the same for all servers is tested with Neo4j. */
@Tag("nightly")
class HugeGraphServerTest {
    private static final String LABEL = "graph.schema().vertexLabel('Mark').useCustomizeStringId().create(); 1";
    private static final String WRITE = "graph.addVertex(T.label, 'Mark', T.id, 'm1'); graph.tx().commit(); 41 + 1";

    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    @Test
    void a_server_killed_at_once_starts_again_with_its_data() throws Exception {
        ServerOptions options = HugeGraphServer.small().withDataFolder(temporary.resolve("db"));
        RunningServer first = servers().start("hugegraph", options.withOwner(Owner.NOBODY));
        try {
            survives(first, options);
        } finally {
            servers().stop(first.dataFolder());
        }
    }

    private void survives(RunningServer first, ServerOptions options) throws Exception {
        assertThat(ask(first, LABEL)).startsWith("200 ");
        assertThat(ask(first, WRITE)).contains("\"data\":[42]");
        assertThat(first.jdk()).startsWith("17");

        ProcessHandle process = ProcessHandle.of(first.pid()).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        process.onExit().get();

        assertThat(status(first).note()).contains("died or was killed");
        try (RunningServer again = servers().start("hugegraph", options)) {
            assertThat(ask(again, "g.V('m1').count().next()")).contains("\"data\":[1]");
            assertThat(status(again).condition()).isEqualTo(ServerStatus.Condition.RUNNING);
            assertThat(status(again).addresses()).containsEntry("uri", again.uri());
            refusesItsPortToAnother(again);
        }
        assertThat(servers().delete(first.dataFolder())).isEqualTo(StopOutcome.WAS_NOT_RUNNING);
        assertThat(first.dataFolder()).doesNotExist();
    }

    @Test
    void a_password_is_refused_since_this_version_cannot_ask_for_one_on_the_java_that_it_runs_on() {
        ServerOptions secured = HugeGraphServer.small()
                .withDataFolder(temporary.resolve("secured"))
                .withPasswordVariable("HOME");
        assertThatThrownBy(() -> servers().start("hugegraph", secured))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("start it without a password");
        assertThat(temporary.resolve("secured")).doesNotExist();
    }

    private void refusesItsPortToAnother(RunningServer running) {
        int port = running.ports().of("rest");
        ServerOptions same = HugeGraphServer.small()
                .withDataFolder(temporary.resolve("other"))
                .withPorts(new PortChoice.From(port));
        assertThatThrownBy(() -> servers().start("hugegraph", same))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("port " + port + " (rest of HugeGraph) is in use", "process " + running.pid());
    }

    private Servers servers() {
        MusterHome home = MusterHome.detect();
        return new Servers(new MusterHome(temporary.resolve("servers"), home.cache(), home.mavenWrapper()), said::add);
    }

    private ServerStatus status(RunningServer server) {
        return servers().status("hugegraph", server.dataFolder());
    }

    /** Its REST server hands all headers on to its Gremlin server, where an offer of HTTP/2 waits for ever. */
    private static String ask(RunningServer server, String script) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "/gremlin"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"" + script + "\", \"bindings\": {},"
                        + " \"language\": \"gremlin-groovy\","
                        + " \"aliases\": {\"graph\": \"hugegraph\", \"g\": \"__g_hugegraph\"}}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return answer.statusCode() + " " + text(answer.body());
        }
    }

    /** It compresses answers whether it was asked to or not, but not those that tell of a failure. */
    private static String text(byte[] body) throws Exception {
        boolean compressed = body.length > 1 && body[0] == 0x1F && body[1] == (byte) 0x8B;
        InputStream in = new ByteArrayInputStream(body);
        try (InputStream out = compressed ? new GZIPInputStream(in) : in) {
            return new String(out.readAllBytes(), UTF_8);
        }
    }
}

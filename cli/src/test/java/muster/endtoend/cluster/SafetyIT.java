package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Muster deletes nothing that it did not write: shown on a real Neo4j with a graph of somebody else. */
@Tag("server")
class SafetyIT {
    @TempDir
    private Path folder;

    @Test
    void a_foreign_database_is_refused_and_stays_as_it_is() throws Exception {
        try (RunningServer server =
                        Servers.local().start("neo4j", Neo4jServer.small().inMemory());
                Background background = new Background(folder)) {
            ask(server, "CREATE (:Person {name: 'Ada'})-[:KNOWS]->(:Person {name: 'Grace'}), (:City)");
            refused(server, background, "run");
            refused(server, background, "standalone");
        }
    }

    private void refused(RunningServer server, Background background, String command) throws Exception {
        Shell.Result result = background
                .start(
                        command,
                        "demo-graphity",
                        "--set",
                        "target.uri=" + server.uri(),
                        "--set",
                        "target.connectTimeout=100s",
                        "--store",
                        folder.resolve("s.db").toString())
                .result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(104);
        String place = server.uri().substring("bolt://".length()) + "/neo4j";
        assertThat(result.out() + result.err())
                .contains(place, "3 vertices", "1 edges", "--allow-erase " + place, "Nothing was touched");
        assertThat(ask(server, "MATCH (n) RETURN count(n)")).contains("\"row\":[3]");
        assertThat(ask(server, "MATCH ()-[r]->() RETURN count(r)")).contains("\"row\":[1]");
        assertThat(ask(server, "MATCH (n) UNWIND labels(n) AS label RETURN collect(DISTINCT label)"))
                .contains("\"row\":[[\"Person\",\"City\"]]");
        assertThat(ask(server, "SHOW CONSTRAINTS YIELD name RETURN count(name)"))
                .contains("\"row\":[0]");
    }

    /** Past the target, by HTTP. */
    private static String ask(RunningServer server, String statement) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.httpUri() + "/db/neo4j/tx/commit"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"statements\":[{\"statement\":\"" + statement + "\"}]}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer = client.send(request, BodyHandlers.ofString()).body();
            assertThat(answer).contains("\"errors\":[]");
            return answer;
        }
    }
}

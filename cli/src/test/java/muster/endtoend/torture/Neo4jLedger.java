package muster.endtoend.torture;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Neo4j, asked by HTTP. A constraint refuses a vertex that exists already. */
final class Neo4jLedger implements TortureLedger {
    private static final Pattern ID = Pattern.compile("\\[(-?\\d+)]");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI commit;

    /** @param uri of Neo4j's HTTP interface */
    Neo4jLedger(String uri) {
        this.commit = URI.create(uri + "/db/neo4j/tx/commit");
    }

    @Override
    public void begin() {}

    @Override
    public Inserted inserted() {
        List<Long> ids = ID.matcher(ask("MATCH (v:Vertex) RETURN v.id"))
                .results()
                .map(row -> Long.valueOf(row.group(1)))
                .toList();
        return Inserted.of(ids);
    }

    @Override
    public OptionalLong executedAgain() {
        return OptionalLong.empty();
    }

    @Override
    public void deleteOne() {
        ask("MATCH (v:Vertex) WITH v LIMIT 1 DELETE v");
    }

    private String ask(String cypher) {
        HttpRequest request = HttpRequest.newBuilder(commit)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"statements\": [{\"statement\": \"" + cypher + "\"}]}"))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(cypher, e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}

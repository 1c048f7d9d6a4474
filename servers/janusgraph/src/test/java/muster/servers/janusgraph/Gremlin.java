package muster.servers.janusgraph;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import muster.servers.RunningServer;

/** Asks a server over HTTP. */
final class Gremlin {
    private Gremlin() {}

    static String ask(RunningServer server, String script) throws Exception {
        return ask(server, script, "none");
    }

    static String ask(RunningServer server, String script, String password) throws Exception {
        String user = Base64.getEncoder().encodeToString(("muster:" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.httpUri() + "/gremlin"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic " + user)
                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\":\"" + script + "\"}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    /** Defines label User and stores one. */
    static String store(RunningServer server, String password) throws Exception {
        return ask(
                server,
                "m = graph.openManagement(); m.makeVertexLabel('User').make(); m.commit();"
                        + " graph.addVertex(T.label, 'User'); 1",
                password);
    }
}

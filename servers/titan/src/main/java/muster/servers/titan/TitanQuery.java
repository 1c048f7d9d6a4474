package muster.servers.titan;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import muster.servers.ServerContext;

/** The question whether Titan is ready: a traversal that reads its storage must be answered; an open port is not enough. */
final class TitanQuery {
    private static final int TIMEOUT_MILLISECONDS = 20_000;
    private static final String TRAVERSAL = "{\"gremlin\":\"'vertices ' + g.V().limit(1).count().next()\"}";

    private TitanQuery() {}

    static void answered(ServerContext context) throws IOException {
        HttpURLConnection request = request(context);
        try {
            request.getOutputStream().write(TRAVERSAL.getBytes(StandardCharsets.UTF_8));
            int status = request.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException("a traversal answered with HTTP status " + status);
            }
            String answer = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.contains("\"vertices ")) {
                throw new IOException("a traversal answered " + answer);
            }
        } finally {
            request.disconnect();
        }
    }

    private static HttpURLConnection request(ServerContext context) throws IOException {
        URI uri = URI.create("http://" + context.ports().address(TitanProvider.GREMLIN) + "/");
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout(TIMEOUT_MILLISECONDS);
        request.setReadTimeout(TIMEOUT_MILLISECONDS);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        return request;
    }
}

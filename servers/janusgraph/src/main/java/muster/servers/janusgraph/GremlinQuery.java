package muster.servers.janusgraph;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import muster.servers.Secret;
import muster.servers.ServerContext;
import muster.servers.ServerException;

/** The question whether JanusGraph is ready: a traversal that reads its storage must be answered; an open port is not enough. */
final class GremlinQuery {
    private static final int TIMEOUT_MILLISECONDS = 20_000;
    private static final String TRAVERSAL = "{\"gremlin\":\"g.inject(42).as('x').V().limit(1).count().constant(42)\"}";

    private GremlinQuery() {}

    static void answered(ServerContext context) throws IOException {
        HttpURLConnection request = request(context);
        try {
            request.getOutputStream().write(TRAVERSAL.getBytes(StandardCharsets.UTF_8));
            refuseWrongPassword(context, request.getResponseCode());
            String answer = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.contains("42")) {
                throw new IOException("a traversal answered " + answer);
            }
        } finally {
            request.disconnect();
        }
    }

    private static HttpURLConnection request(ServerContext context) throws IOException {
        URI uri = URI.create("http://" + context.ports().address(JanusGraphProvider.GREMLIN) + "/gremlin");
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout(TIMEOUT_MILLISECONDS);
        request.setReadTimeout(TIMEOUT_MILLISECONDS);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        context.password().ifPresent(password -> request.setRequestProperty("Authorization", basic(password)));
        return request;
    }

    private static String basic(Secret password) {
        byte[] pair = (JanusGraphProvider.USER + ":" + password.value()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private static void refuseWrongPassword(ServerContext context, int status) throws IOException {
        if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
            throw new ServerException("JanusGraph refuses the password of " + context.password()
                    + ": a password is set when the data folder is created; use that one, or another data folder");
        }
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("a traversal answered with HTTP status " + status);
        }
    }
}

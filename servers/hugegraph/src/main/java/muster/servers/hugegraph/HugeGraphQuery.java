package muster.servers.hugegraph;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import muster.servers.ServerContext;

/**
 * The question whether HugeGraph is ready: a traversal of Gremlin, sent through REST. REST alone answers some seconds
 * before the graph is open, and also where Gremlin is broken for good.
 */
final class HugeGraphQuery {
    private static final int TIMEOUT_MILLISECONDS = 5_000;

    private static final String TRAVERSAL =
            "{\"gremlin\": \"g.V().limit(1).count().next()\", \"bindings\": {}, \"language\": \"gremlin-groovy\","
                    + " \"aliases\": {\"graph\": \"GRAPH\", \"g\": \"__g_GRAPH\"}}";

    private HugeGraphQuery() {}

    static void answered(ServerContext context) throws IOException {
        HttpURLConnection request = request(context);
        try {
            request.getOutputStream()
                    .write(TRAVERSAL
                            .replace("GRAPH", HugeGraphConfiguration.GRAPH)
                            .getBytes(StandardCharsets.UTF_8));
            int status = request.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException("a traversal answered with HTTP status " + status);
            }
            try (InputStream in = new GZIPInputStream(request.getInputStream())) {
                counted(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } finally {
            request.disconnect();
        }
    }

    private static void counted(String answer) throws IOException {
        if (!answer.contains("\"data\":[0]") && !answer.contains("\"data\":[1]")) {
            throw new IOException("counting the first vertex answered " + answer);
        }
    }

    private static HttpURLConnection request(ServerContext context) throws IOException {
        URI uri = URI.create("http://" + context.ports().address("rest") + "/gremlin");
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout(TIMEOUT_MILLISECONDS);
        request.setReadTimeout(TIMEOUT_MILLISECONDS);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        // It compresses whatever it is asked for, so it may as well be asked for that.
        request.setRequestProperty("Accept-Encoding", "gzip");
        return request;
    }
}

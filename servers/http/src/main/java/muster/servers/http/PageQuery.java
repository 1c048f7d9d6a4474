package muster.servers.http;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import muster.servers.ServerContext;

/** The question whether a web server is ready: its page must be answered. */
final class PageQuery {
    private static final int TIMEOUT_MS = 5_000;

    private PageQuery() {}

    static void answered(ServerContext context, String path) throws IOException {
        answered(context, "http", path);
    }

    /** @param role of the port that speaks plain HTTP */
    static void answered(ServerContext context, String role, String path) throws IOException {
        URI uri = URI.create("http://" + context.ports().address(role) + path);
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout(TIMEOUT_MS);
        request.setReadTimeout(TIMEOUT_MS);
        try {
            if (request.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException(uri + " was answered with HTTP status " + request.getResponseCode());
            }
        } finally {
            request.disconnect();
        }
    }
}

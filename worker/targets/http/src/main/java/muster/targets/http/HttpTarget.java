package muster.targets.http;

import java.util.Map;
import muster.targets.http.http1.Http1Client;
import muster.targets.http.http2.Http2Client;
import muster.targets.http.request.HttpClient;
import muster.targets.http.request.Request;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** A web server that answers. It holds nothing that Muster could count or delete. */
final class HttpTarget implements Target {
    private final HttpSettings settings;
    private final HttpClient client;

    private HttpTarget(HttpSettings settings, HttpClient client) {
        this.settings = settings;
        this.client = client;
    }

    /** Asks for the head of the page, whatever the answer's status is. */
    static HttpTarget contacted(HttpSettings settings) throws TargetException {
        return new HttpTarget(settings, client(settings, settings.head()));
    }

    private static HttpClient client(HttpSettings settings, Request head) throws TargetException {
        return switch (settings.version()) {
            case HTTP1 -> Http1Client.contacted(settings.route(), settings.keepAlive(), settings.connections(), head);
            case HTTP2 -> Http2Client.contacted(settings.route(), settings.streams(), settings.connections(), head);
        };
    }

    @Override
    public Map<String, String> facts() {
        return Map.of(
                "address",
                settings.route().address(),
                "database",
                "",
                "server.version",
                client.server().isEmpty() ? "unknown" : client.server(),
                "driver.version",
                client.name());
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        return new HttpSession(client.sender(), settings, depth);
    }

    @Override
    public int connections(int clients) {
        int shared = settings.connections();
        if (shared > 0) {
            return Math.min(clients, shared);
        }
        return settings.version() == HttpSettings.Version.HTTP1 ? clients : Math.ceilDiv(clients, settings.streams());
    }

    /** Nothing is sent: whatever a request asks for, the server would do. */
    @Override
    public Explanation explain(QueryOperation operation) {
        return Explanation.ACCEPTED;
    }

    @Override
    public Contents contents() {
        return new Contents(settings.route().address(), "", false, 0, 0);
    }

    @Override
    public void reset(String marker) {}

    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public void close() {
        client.close();
    }
}

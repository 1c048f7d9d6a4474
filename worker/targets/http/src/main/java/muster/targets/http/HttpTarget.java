package muster.targets.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** A web server that answers. It holds nothing that Muster could count or delete. */
final class HttpTarget implements Target {
    private final HttpSettings settings;
    private final HttpClient client;
    private final String server;
    private final @Nullable ConnectionPool pool;

    private HttpTarget(HttpSettings settings, HttpClient client, String server) {
        this.settings = settings;
        this.client = client;
        this.server = server;
        this.pool = settings.connections() == 0 ? null : new ConnectionPool(settings);
    }

    /** Asks for the head of the page, whatever the answer's status is. */
    static HttpTarget contacted(HttpSettings settings) throws TargetException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .build();
        try {
            HttpResponse<Void> head = client.send(settings.request("HEAD"), BodyHandlers.discarding());
            return new HttpTarget(
                    settings, client, head.headers().firstValue("Server").orElse("unknown"));
        } catch (IOException e) {
            client.shutdownNow();
            String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new TargetException(settings.uri() + ": not reached: " + cause, e);
        } catch (InterruptedException e) {
            client.shutdownNow();
            Thread.currentThread().interrupt();
            throw new TargetException(settings.uri() + ": interrupted", e);
        }
    }

    @Override
    public Map<String, String> facts() {
        return Map.of(
                "address",
                settings.address(),
                "database",
                "",
                "server.version",
                server,
                "driver.version",
                "java.net.http " + Runtime.version());
    }

    @Override
    public Session session(Depth depth) {
        return new HttpSession(client, settings, pool);
    }

    @Override
    public Contents contents() {
        return new Contents(settings.address(), "", false, 0, 0);
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
        client.shutdownNow();
    }
}

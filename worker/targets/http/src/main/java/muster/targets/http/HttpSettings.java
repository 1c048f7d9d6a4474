package muster.targets.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;

/**
 * What a plan says of a web server: the one request that every operation sends.
 *
 * @param connections that all clients of a worker share: no more requests are under way at a time; 0: no limit
 */
record HttpSettings(
        URI uri, String method, String body, Duration connectTimeout, Duration operationTimeout, int connections) {
    private static final String URIS = "an address such as http://127.0.0.1:8080/index.html, without user and password";
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Reads and checks; throws PlanException. */
    static HttpSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new HttpSettings(
                uri(target),
                target.choice("method", "GET", List.of("GET", "HEAD", "POST", "PUT")),
                target.text("body", ""),
                defaults.connectTimeout(),
                defaults.operationTimeout(),
                (int) target.integer("connections", 0, 0, MOST_CONNECTIONS));
    }

    private static URI uri(Settings target) {
        try {
            URI uri = URI.create(target.text("uri"));
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw target.wrong("uri", URIS);
        }
        throw target.wrong("uri", URIS);
    }

    HttpRequest request(String with) {
        BodyPublisher publisher = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        return HttpRequest.newBuilder(uri)
                .method(with, publisher)
                .timeout(operationTimeout)
                .build();
    }

    /** Whether a request may have changed something though its answer was lost. */
    boolean changes() {
        return method.equals("POST") || method.equals("PUT");
    }

    /** host:port. */
    String address() {
        int usual = "https".equals(uri.getScheme()) ? HTTPS_PORT : HTTP_PORT;
        return uri.getHost() + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
    }
}

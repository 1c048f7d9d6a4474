package muster.targets.http;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestTemplate;
import muster.targets.http.request.Route;
import muster.targets.http.request.Tls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.TargetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What a plan says of a web server and of the request that every operation sends.
 *
 * @param connections of a worker that its clients share; 0: HTTP/1.1 has one each, HTTP/2 as many as streams need
 * @param streams requests of HTTP/2 that are under way at a time over one connection
 */
record HttpSettings(
        Route route, Version version, boolean keepAlive, int connections, int streams, RequestTemplate request) {
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final String URIS = "an address such as http://127.0.0.1:8080/index.html, without user and password";

    enum Version {
        HTTP1,
        HTTP2
    }

    /** Reads and checks; throws PlanException. */
    static HttpSettings of(Settings target) {
        URI uri = TargetAddress.required(target, URIS, given -> SCHEMES.contains(given.getScheme()));
        boolean http2 = target.choice("protocol").equals("http2");
        boolean keepAlive = target.flag("keepAlive");
        if (http2 && !keepAlive) {
            throw target.wrong("keepAlive", "true with protocol: http2, whose requests share connections");
        }
        return new HttpSettings(
                route(target, uri),
                http2 ? Version.HTTP2 : Version.HTTP1,
                keepAlive,
                (int) target.integer("connections"),
                (int) target.integer("streams"),
                request(target, uri));
    }

    /** Asks for no more than the head of the page; changes nothing. */
    Request head() {
        Request sample = request.filled(name -> "0");
        return new Request("HEAD", sample.path(), sample.headers(), new byte[0]);
    }

    private static Route route(Settings target, URI uri) {
        TargetDefaults defaults = TargetDefaults.of(target);
        boolean encrypted = "https".equals(uri.getScheme());
        Tls tls = Tls.of(target);
        if (!encrypted && target.has("tls")) {
            throw target.wrong("tls", "nothing here, or a uri that begins with https");
        }
        String socket = target.text("unixSocket");
        return new Route(
                uri.getHost(),
                uri.getPort() < 0 ? Route.usualPort(encrypted) : uri.getPort(),
                socket.isEmpty() ? null : Path.of(socket),
                encrypted ? tls : null,
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static RequestTemplate request(Settings target, URI uri) {
        Map<String, String> headers = new LinkedHashMap<>();
        Settings section = target.section("headers");
        section.raw().keySet().forEach(name -> headers.put(name.toLowerCase(Locale.ROOT), header(section, name)));
        String encoding = target.choice("compression");
        if (!encoding.equals("none")) {
            headers.put("accept-encoding", encoding);
        }
        RequestTemplate template = new RequestTemplate(
                target.choice("method"), target.text("path", pathOf(uri)), headers, target.text("body"));
        if (!OperationParameters.NAMES.containsAll(template.names())) {
            throw target.wrong("path", "parameters of " + OperationParameters.NAMES + " in path, headers and body");
        }
        return template;
    }

    /** A line break would begin another header. */
    private static String header(Settings section, String name) {
        String value = section.text(name);
        if (value.chars().anyMatch(letter -> letter < ' ') || !name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
            throw section.wrong(name, "a name and a value of a header, in one line");
        }
        return value;
    }

    private static String pathOf(URI uri) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        @Nullable String query = uri.getRawQuery();
        return query == null ? path : path + "?" + query;
    }
}

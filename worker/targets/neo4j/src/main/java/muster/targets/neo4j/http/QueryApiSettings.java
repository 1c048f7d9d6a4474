package muster.targets.neo4j.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import muster.targets.http.request.Request.Header;
import muster.targets.http.request.Route;
import muster.targets.http.request.Tls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;

/**
 * What a plan says of a Neo4j target whose uri begins with http.
 *
 * @param headers of every request
 * @param connections that all clients of a worker share; 0 for one each
 */
record QueryApiSettings(Route route, String database, List<Header> headers, int connections) {
    private static final String URIS = "an address such as http://127.0.0.1:7474, without path";
    private static final int PORT = 7474;
    private static final int ENCRYPTED_PORT = 7473;

    /** Reads and checks; throws PlanException. */
    static QueryApiSettings of(Settings target, URI uri, String database) {
        boolean bare = List.of("", "/").contains(uri.getRawPath()) && uri.getRawQuery() == null;
        if (uri.getHost() == null || uri.getUserInfo() != null || !bare) {
            throw target.wrong("uri", URIS);
        }
        boolean encrypted = uri.getScheme().equals("https");
        int usual = encrypted ? ENCRYPTED_PORT : PORT;
        TargetDefaults defaults = TargetDefaults.of(target);
        Route route = new Route(
                uri.getHost(),
                uri.getPort() < 0 ? usual : uri.getPort(),
                null,
                encrypted ? tls(target) : null,
                defaults.connectTimeout(),
                defaults.operationTimeout());
        int connections = (int) target.integer("connections");
        return new QueryApiSettings(route, database, headers(target), connections);
    }

    private static Tls tls(Settings target) {
        String trust = target.section("tls").text("trust");
        boolean file = !List.of("system", "all").contains(trust);
        return new Tls(file ? Path.of(trust) : null, trust.equals("all"));
    }

    /** Answers with types, so that a date is none of its texts; parameters without, since they have those of JSON. */
    private static List<Header> headers(Settings target) {
        Header accept = new Header("accept", "application/vnd.neo4j.query");
        Header content = new Header("content-type", "application/json");
        return Login.of(target)
                .map(login -> List.of(accept, content, new Header("authorization", basic(login))))
                .orElse(List.of(accept, content));
    }

    private static String basic(Login login) {
        byte[] text = (login.user() + ":" + login.password()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(text);
    }

    /** Of the API. */
    String path() {
        return "/db/" + URLEncoder.encode(database, StandardCharsets.UTF_8) + "/query/v2";
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "Neo4j at " + route.address() + ", database " + database;
    }
}

package muster.targets.falkordb;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;

/**
 * What a plan says of a FalkorDB target.
 *
 * @param graph the key of Redis that holds it
 */
record FalkorDbSettings(
        String host,
        int port,
        String graph,
        Optional<String> user,
        Optional<String> password,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final String URIS = "an address such as redis://127.0.0.1:6379";
    private static final int DEFAULT_PORT = 6379;

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static FalkorDbSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        URI uri = uri(target);
        if (target.has("user") && !target.has("password")) {
            throw target.wrong("password", "the user's password as ${env:NAME} or ${file:PATH}");
        }
        return new FalkorDbSettings(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                target.text("database", "muster"),
                text(target, "user"),
                text(target, "password"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static Optional<String> text(Settings target, String key) {
        return target.has(key) ? Optional.of(target.text(key)) : Optional.empty();
    }

    private static URI uri(Settings target) {
        try {
            URI uri = URI.create(target.text("uri", "redis://127.0.0.1:6379"));
            if ("redis".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && hasNoPath(uri)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw target.wrong("uri", URIS);
        }
        throw target.wrong("uri", URIS);
    }

    private static boolean hasNoPath(URI uri) {
        return uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
    }

    /** host:port. */
    String address() {
        return host + ":" + port;
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "FalkorDB at " + address() + ", graph " + graph;
    }
}

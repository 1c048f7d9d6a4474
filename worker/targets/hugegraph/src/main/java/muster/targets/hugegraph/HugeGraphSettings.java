package muster.targets.hugegraph;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;

/**
 * What a plan says of a HugeGraph target.
 *
 * @param database the graph
 * @param login empty where the server asks for none
 * @param noDelay whether small packets are sent at once; the client's own default is not to
 * @param checkVertex whether the server refuses an edge whose end is missing
 * @param checkDuplicate whether a batch asks first if it is there already: HugeGraph itself overwrites silently
 * @param batchLimit elements in one request; a larger batch travels in several
 */
record HugeGraphSettings(
        URI uri,
        String database,
        Optional<Login> login,
        boolean noDelay,
        boolean checkVertex,
        boolean checkDuplicate,
        int batchLimit,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** User and password; it never prints the latter. */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static HugeGraphSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new HugeGraphSettings(
                uri(target),
                target.text("database", "hugegraph"),
                login(target),
                target.flag("noDelay", true),
                target.flag("checkVertex", true),
                target.flag("checkDuplicate", true),
                (int) target.integer("batchLimit", 500, 1, 100_000),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static URI uri(Settings target) {
        try {
            URI uri = URI.create(target.text("uri", "http://127.0.0.1:8080"));
            if (uri.getScheme() != null && SCHEMES.contains(uri.getScheme()) && isPlain(uri)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(target);
        }
        throw wrong(target);
    }

    private static boolean isPlain(URI uri) {
        boolean noPath = uri.getPath() == null
                || uri.getPath().isEmpty()
                || uri.getPath().equals("/");
        return uri.getHost() != null && uri.getUserInfo() == null && noPath;
    }

    private static RuntimeException wrong(Settings target) {
        return target.wrong("uri", "an address such as http://127.0.0.1:8080; schemes are http and https");
    }

    private static Optional<Login> login(Settings target) {
        if (target.has("user") && !target.has("password")) {
            throw target.wrong("password", "the user's password as ${env:NAME} or ${file:PATH}");
        }
        if (target.has("password") && !target.has("user")) {
            throw target.wrong("user", "the name that the password belongs to");
        }
        return target.has("user")
                ? Optional.of(new Login(target.text("user"), target.text("password")))
                : Optional.empty();
    }

    /** host:port. */
    String address() {
        int usual = uri.getScheme().equals("https") ? 443 : 80;
        return uri.getHost() + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "HugeGraph at " + address() + ", graph " + database;
    }
}

package muster.targets.arangodb;

import com.arangodb.ArangoDB;
import com.arangodb.Protocol;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;
import muster.workloads.target.TargetAddress;

/**
 * What a plan says of an ArangoDB target.
 *
 * @param user and password; the user is root where only a password is given to the server
 * @param connections that all clients of a worker share
 * @param checkVertex whether a batch with an edge whose end is missing is refused
 */
record ArangoSettings(
        URI uri,
        String database,
        String user,
        Optional<String> password,
        Protocol protocol,
        int connections,
        boolean checkVertex,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int DEFAULT_PORT = 8529;

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static ArangoSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        Login.requirePassword(target);
        String protocol = target.choice("protocol");
        return new ArangoSettings(
                TargetAddress.of(
                        target,
                        "http://127.0.0.1:8529",
                        "an address such as http://127.0.0.1:8529; schemes are http and https",
                        uri -> SCHEMES.contains(uri.getScheme()) && TargetAddress.hasNoPath(uri)),
                target.text("database", "_system"),
                target.text("user", "root"),
                target.has("password") ? Optional.of(target.text("password")) : Optional.empty(),
                protocol.equals("http") ? Protocol.HTTP_JSON : Protocol.HTTP2_JSON,
                (int) target.integer("connections"),
                target.flag("checkVertex"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    /** @param timeout of each request */
    ArangoDB driver(Duration timeout) {
        ArangoDB.Builder builder = new ArangoDB.Builder()
                .host(uri.getHost(), port())
                .protocol(protocol)
                .useSsl(uri.getScheme().equals("https"))
                .maxConnections(connections)
                .timeout((int) timeout.toMillis())
                .user(user);
        password.ifPresent(builder::password);
        return builder.build();
    }

    private int port() {
        return uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    }

    /** host:port. */
    String address() {
        return uri.getHost() + ":" + port();
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "ArangoDB at " + address() + ", database " + database;
    }
}

package muster.targets.postgresql;

import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import muster.targets.support.DriverCalls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.TargetAddress;

/**
 * What a plan says of a PostgreSQL target.
 *
 * @param isolation of every transaction, in SQL's words
 */
record PostgresqlSettings(
        String host,
        int port,
        String database,
        String user,
        Optional<String> password,
        String isolation,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final String URIS = "an address such as postgresql://127.0.0.1:5432/postgres";
    private static final int DEFAULT_PORT = 5432;

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static PostgresqlSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        URI uri = TargetAddress.of(
                target,
                "postgresql://127.0.0.1:5432/postgres",
                URIS,
                given -> given.getScheme().equals("postgresql"));
        return new PostgresqlSettings(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                target.text("database", database(uri)),
                target.text("user", "muster"),
                target.has("password") ? Optional.of(target.text("password")) : Optional.empty(),
                target.choice("isolation"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static String database(URI uri) {
        String path = uri.getPath() == null ? "" : uri.getPath().replace("/", "");
        return path.isEmpty() ? "postgres" : path;
    }

    /** host:port. */
    String address() {
        return host + ":" + port;
    }

    DriverCalls calls() {
        return new DriverCalls(this, SQLException.class, Failures::line);
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "PostgreSQL at " + address() + ", database " + database;
    }
}

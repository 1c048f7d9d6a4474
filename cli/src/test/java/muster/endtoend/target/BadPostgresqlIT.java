package muster.endtoend.target;

import java.util.Map;
import muster.servers.ServerOptions;
import muster.servers.postgresql.PostgresqlServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "muster.servers.postgresql.PostgresqlServer#installed",
        disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
@Tag("nightly")
class BadPostgresqlIT extends BadServer {
    BadPostgresqlIT() {
        super("postgresql", PostgresqlServer.small());
    }

    /** Its log alone may otherwise take more. */
    @Override
    ServerOptions smallDisk(ServerOptions usual) {
        return usual.withSettings(Map.of("max_wal_size", "64MB", "min_wal_size", "32MB"));
    }
}

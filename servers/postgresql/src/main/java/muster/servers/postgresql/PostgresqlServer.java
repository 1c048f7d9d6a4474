package muster.servers.postgresql;

import muster.servers.ServerOptions;

/** A short way to a real PostgreSQL for tests of behaviour. */
public final class PostgresqlServer {
    private PostgresqlServer() {}

    /** On free ports, stopped and deleted with this process. */
    public static ServerOptions small() {
        return ServerOptions.temporary();
    }

    /** Whether the packages of the system hold it; tests that need it are skipped elsewhere. */
    public static boolean installed() {
        return PostgresqlProvider.FILES.present();
    }
}

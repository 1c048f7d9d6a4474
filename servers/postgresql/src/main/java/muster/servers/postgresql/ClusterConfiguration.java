package muster.servers.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.servers.ServerContext;
import muster.servers.host.OwnerFile;
import muster.servers.host.Ports;
import muster.servers.host.SettingLines;

/** The configuration files of one cluster, next to its data. */
record ClusterConfiguration(ServerContext context) {
    static final String FILE = "postgresql.conf";
    private static final String ACCESS = "pg_hba.conf";

    static Path data(ServerContext context) {
        return context.home().resolve("data");
    }

    static Path passwordFile(ServerContext context) {
        return context.home().resolve("password");
    }

    static String authentication(ServerContext context) {
        return context.password().isPresent() ? "scram-sha-256" : "trust";
    }

    void write() throws IOException {
        context.write(FILE, SettingLines.of(settings(), " = "));
        context.write(ACCESS, "host all all 127.0.0.1/32 " + authentication(context) + "\n");
        if (context.password().isPresent() && Files.notExists(data(context).resolve("PG_VERSION"))) {
            // Only its owner and, by its one right, the server can read it; it is gone once the server answers.
            OwnerFile.write(passwordFile(context), context.password().get().value() + "\n");
        }
    }

    /**
     * Stock, but for what a stock configuration sizes for the smallest machine: memory and the log of a benchmark of minutes.
     * Durability is stock: every commit is synced.
     */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("data_directory", quoted(data(context)));
        settings.put("hba_file", quoted(context.home().resolve(ACCESS)));
        settings.put("listen_addresses", "'" + Ports.HOST + "'");
        settings.put("port", Integer.toString(context.ports().of("sql")));
        settings.put("unix_socket_directories", "''");
        settings.put("max_connections", "500");
        settings.put("shared_buffers", "512MB");
        settings.put("effective_cache_size", "1GB");
        settings.put("max_wal_size", "4GB");
        settings.put("random_page_cost", "1.1");
        settings.put("jit", "off");
        settings.putAll(context.settings());
        return settings;
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }
}

package muster.servers.neo4j;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.servers.ServerContext;
import muster.servers.host.SettingLines;

/** The text of neo4j.conf. An unknown key ends the start with an error that names it. */
record Neo4jConfiguration(ServerContext context, Extras extras) {
    String text() {
        Map<String, String> settings = new LinkedHashMap<>();
        addresses(settings);
        settings.put("server.directories.data", "data");
        settings.put(
                "dbms.security.auth_enabled",
                Boolean.toString(context.password().isPresent()));
        settings.put("server.memory.pagecache.size", "512m");
        quiet(settings);
        smallAndQuick(settings);
        if (extras.gds()) {
            settings.put("dbms.security.procedures.unrestricted", "gds.*");
        }
        settings.putAll(context.settings());
        settings.remove(Neo4jFlags.ADDITIONAL);
        return SettingLines.of(settings, "=");
    }

    private void addresses(Map<String, String> settings) {
        for (String connector : new String[] {"bolt", "http"}) {
            String address = context.ports().address(connector);
            settings.put("server." + connector + ".enabled", "true");
            settings.put("server." + connector + ".listen_address", address);
            settings.put("server." + connector + ".advertised_address", address);
        }
        settings.put("server.https.enabled", "false");
    }

    /** Nothing is sent to the vendor, and nothing else than the load runs while it is measured. */
    private static void quiet(Map<String, String> settings) {
        settings.put("dbms.usage_report.enabled", "false");
        settings.put("server.bolt.telemetry.enabled", "false");
    }

    /** An empty store takes 2.3 MB rather than 517 MB, and SIGTERM takes 0.3 s rather than 6 to 10 s. */
    private static void smallAndQuick(Map<String, String> settings) {
        settings.put("db.tx_log.rotation.size", "1m");
        settings.put("db.tx_log.preallocate", "false");
        // By default logs of two days are kept: 4.4 GB after 90 minutes of writes.
        settings.put("db.tx_log.rotation.retention_policy", "200M size");
        settings.put("internal.dbms.bolt.netty_server_shutdown_quiet_period", "0");
        settings.put("internal.dbms.bolt.netty_server_shutdown_timeout", "1");
    }
}

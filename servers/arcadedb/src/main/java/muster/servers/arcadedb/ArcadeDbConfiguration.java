package muster.servers.arcadedb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.host.Ports;

/**
 * The configuration of ArcadeDB: system properties, and the file of its log. Durability is left as ArcadeDB ships it: a
 * commit is written to the log of transactions and not synced ({@code txWalFlush=0}).
 */
record ArcadeDbConfiguration(ServerContext context) {
    /** What ArcadeDB puts before the name of each of its settings. */
    static final String PREFIX = "arcadedb.";

    private static final String LOG_FILE = "config/arcadedb-log.properties";

    private static final String LOG = """
            # Written by Muster before every start.
            handlers=java.util.logging.ConsoleHandler
            .level=INFO
            io.undertow.level=WARNING
            org.xnio.level=WARNING
            org.jboss.level=WARNING
            # It writes a stack trace for each query that fails, which the client is told anyway.
            com.arcadedb.bolt.BoltNetworkExecutor.level=SEVERE
            java.util.logging.ConsoleHandler.formatter=java.util.logging.SimpleFormatter
            java.util.logging.SimpleFormatter.format=%1$tF %1$tT.%1$tL %4$s %3$s %5$s%6$s%n
            """;

    void write() throws IOException {
        context.write(LOG_FILE, LOG);
    }

    List<String> flags() {
        JvmFlags flags = new JvmFlags(context)
                .add("--add-modules=jdk.incubator.vector", "-Djava.awt.headless=true")
                .add("-Djava.util.logging.config.file=" + context.home().resolve(LOG_FILE))
                // Its own formatter cuts SEVERE to SEVER, and the reason of a failed start would not be found by that.
                .add("-Darcadedb.installCustomFormatter=false")
                .permissions();
        settings().forEach((key, value) -> flags.add("-D" + PREFIX + key + "=" + value));
        return flags.and(JvmFlags.SETTING);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.rootPath", context.home().toString());
        settings.put("server.httpIncomingHost", Ports.HOST);
        settings.put("server.httpIncomingPort", Integer.toString(context.ports().of(ArcadeDbProvider.HTTP)));
        settings.put("server.plugins", "Bolt:com.arcadedb.bolt.BoltProtocolPlugin");
        settings.put("bolt.host", Ports.HOST);
        settings.put("bolt.port", Integer.toString(context.ports().of(ArcadeDbProvider.BOLT)));
        settings.put("bolt.defaultDatabase", ArcadeDbServer.DATABASE);
        settings.put("server.defaultDatabases", ArcadeDbServer.DATABASE + "[" + ArcadeDbServer.USER + "]");
        settings.putAll(ofUser(context));
        return settings;
    }

    /** The settings of ArcadeDB itself that the user has chosen. */
    static Map<String, String> ofUser(ServerContext context) {
        return context.settings(name -> !name.equals(JvmFlags.SETTING));
    }
}

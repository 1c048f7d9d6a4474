package muster.servers.neo4j;

import java.nio.file.Path;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** A short way to a real Neo4j for tests and the demo. */
public final class Neo4jServer {
    private Neo4jServer() {}

    /**
     * A small server on free ports, stopped and deleted with {@code close} or with this process. The first use on a
     * machine fetches 123 MB.
     *
     * @param dataFolder new or empty
     */
    public static RunningServer startTemporary(Path dataFolder) {
        return Servers.local().start("neo4j", small().withDataFolder(dataFolder));
    }

    /** A heap of 512 MB and a page cache of 64 MB: enough for graphs of some 100,000 elements. */
    public static ServerOptions small() {
        return ServerOptions.temporary().withHeap("512m").withSettings(Map.of("server.memory.pagecache.size", "64m"));
    }
}

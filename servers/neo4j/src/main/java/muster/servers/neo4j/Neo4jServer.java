package muster.servers.neo4j;

import java.util.Map;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** A short way to a real Neo4j for tests of behaviour. What measures starts it by {@link Servers} instead. */
public final class Neo4jServer {
    private Neo4jServer() {}

    /**
     * A heap of 512 MB and a page cache of 64 MB: enough for graphs of some 100,000 elements. The optimising compiler is
     * off, which halves the start (8 s of processor time rather than 15 s) and makes every figure worthless.
     */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(
                        "server.memory.pagecache.size", "64m", Neo4jFlags.ADDITIONAL, "-XX:TieredStopAtLevel=1"));
    }
}

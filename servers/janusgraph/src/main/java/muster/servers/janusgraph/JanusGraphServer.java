package muster.servers.janusgraph;

import java.nio.file.Path;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** A short way to a real JanusGraph for tests of behaviour. What measures starts it by {@link Servers} instead. */
public final class JanusGraphServer {
    private JanusGraphServer() {}

    /**
     * A small server on BerkeleyJE and free ports, stopped and deleted with {@code close} or with this process. The
     * first use on a machine fetches 79 MB.
     *
     * @param dataFolder new or empty
     */
    public static RunningServer startTemporary(Path dataFolder) {
        return Servers.local().start("janusgraph", small().withDataFolder(dataFolder));
    }

    /** A heap of 512 MB. The optimising compiler is off, which halves the start and makes every figure worthless. */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(JanusGraphFlags.ADDITIONAL, "-XX:TieredStopAtLevel=1"));
    }
}

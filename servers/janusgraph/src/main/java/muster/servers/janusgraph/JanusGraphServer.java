package muster.servers.janusgraph;

import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** A short way to a real JanusGraph for tests of behaviour. What measures starts it by {@link Servers} instead. */
public final class JanusGraphServer {
    private JanusGraphServer() {}

    /** A heap of 512 MB. The optimising compiler is off, which halves the start and makes every figure worthless. */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(JvmFlags.SETTING, "-XX:TieredStopAtLevel=1"));
    }
}

package muster.servers.hugegraph;

import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerOptions;

/** A short way to a real HugeGraph for tests of behaviour. */
public final class HugeGraphServer {
    private HugeGraphServer() {}

    /**
     * On free ports, stopped and deleted with this process, a heap of 512 MB. The optimising compiler is off, which starts
     * faster and makes every figure worthless. The first use on a machine fetches 336 MB.
     */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(JvmFlags.SETTING, "-XX:TieredStopAtLevel=1 -Xshare:auto"));
    }
}

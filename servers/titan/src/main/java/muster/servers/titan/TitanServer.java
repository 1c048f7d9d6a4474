package muster.servers.titan;

import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerOptions;

/** A short way to a real Titan for tests of behaviour. */
public final class TitanServer {
    private TitanServer() {}

    /** A heap of 512 MB. The optimising compiler is off, which starts faster and makes every figure worthless. */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(JvmFlags.SETTING, "-XX:TieredStopAtLevel=1"));
    }
}

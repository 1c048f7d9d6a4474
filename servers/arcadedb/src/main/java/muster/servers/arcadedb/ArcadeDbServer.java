package muster.servers.arcadedb;

import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerOptions;

/** A short way to a real ArcadeDB for tests of behaviour, and what its clients need to know. */
public final class ArcadeDbServer {
    /** The name of the only user. */
    public static final String USER = "root";

    /** The password of a server that was started without one: ArcadeDB always asks for a password. */
    public static final String OPEN_PASSWORD = "muster-open";

    /** The database that is created with the data folder, and that Bolt serves to clients which name none. */
    public static final String DATABASE = "muster";

    private ArcadeDbServer() {}

    /** A heap of 512 MB. The optimising compiler is off, which starts faster and makes every figure worthless. */
    public static ServerOptions small() {
        return ServerOptions.temporary()
                .withHeap("512m")
                .withSettings(Map.of(JvmFlags.SETTING, "-XX:TieredStopAtLevel=1"));
    }
}

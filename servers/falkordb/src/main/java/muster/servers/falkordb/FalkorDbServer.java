package muster.servers.falkordb;

import muster.servers.ServerOptions;

/** A short way to a real FalkorDB for tests of behaviour. */
public final class FalkorDbServer {
    private FalkorDbServer() {}

    /** On free ports, stopped and deleted with this process. The first use on a machine fetches 22 MB. */
    public static ServerOptions small() {
        return ServerOptions.temporary();
    }
}

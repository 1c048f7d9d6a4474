package muster.endtoend.target;

import muster.servers.falkordb.FalkorDbServer;

class BadFalkorDbIT extends BadServer {
    BadFalkorDbIT() {
        super("falkordb", FalkorDbServer.small());
    }
}

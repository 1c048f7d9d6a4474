package muster.endtoend.target;

import muster.servers.arcadedb.ArcadeDbServer;

class BadArcadeDbIT extends BadServer {
    BadArcadeDbIT() {
        super("arcadedb", ArcadeDbServer.small());
    }
}

package muster.endtoend.target;

import muster.servers.arcadedb.ArcadeDbServer;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class BadArcadeDbIT extends BadServer {
    BadArcadeDbIT() {
        super("arcadedb", ArcadeDbServer.small());
    }
}

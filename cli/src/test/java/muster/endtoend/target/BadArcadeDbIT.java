package muster.endtoend.target;

import muster.servers.arcadedb.ArcadeDbServer;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class BadArcadeDbIT extends BadServer {
    BadArcadeDbIT() {
        super("arcadedb", ArcadeDbServer.small());
    }
}

package muster.endtoend.target;

import muster.servers.hugegraph.HugeGraphServer;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class BadHugeGraphIT extends BadServer {
    BadHugeGraphIT() {
        super("hugegraph", HugeGraphServer.small());
    }
}

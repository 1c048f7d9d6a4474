package muster.endtoend.target;

import muster.servers.hugegraph.HugeGraphServer;

class BadHugeGraphIT extends BadServer {
    BadHugeGraphIT() {
        super("hugegraph", HugeGraphServer.small());
    }
}

package muster.cli;

import muster.servers.janusgraph.JanusGraphServer;

class BadJanusGraphIT extends BadServer {
    BadJanusGraphIT() {
        super("janusgraph", JanusGraphServer.small());
    }
}

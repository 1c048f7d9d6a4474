package muster.endtoend.target;

import java.util.HashMap;
import java.util.Map;
import muster.servers.ServerOptions;
import muster.servers.janusgraph.JanusGraphServer;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class BadJanusGraphIT extends BadServer {
    BadJanusGraphIT() {
        super("janusgraph", JanusGraphServer.small());
    }

    /** BerkeleyJE writes nothing where less than 5 GB are free, unless it is told to. */
    @Override
    ServerOptions smallDisk(ServerOptions usual) {
        Map<String, String> settings = new HashMap<>(usual.settings());
        settings.put("storage.berkeleyje.ext.je.freeDisk", "0");
        return usual.withSettings(settings);
    }
}

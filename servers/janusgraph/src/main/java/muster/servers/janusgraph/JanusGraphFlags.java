package muster.servers.janusgraph;

import java.util.List;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;

/** The virtual machine's flags: a log of errors only, since each failed request would fill it. */
record JanusGraphFlags(ServerContext context) {
    private static final String LOG = "-Dorg.slf4j.simpleLogger.";

    List<String> list() {
        return new JvmFlags(context)
                .add(
                        "-XX:-OmitStackTraceInFastThrow",
                        LOG + "defaultLogLevel=error",
                        LOG + "showDateTime=true",
                        // Why a graph could not be opened.
                        LOG + "log.org.apache.tinkerpop.gremlin.server.util.DefaultGraphManager=warn",
                        // It writes a stack trace for each commit that lost against another, which the client is told.
                        LOG + "log.org.janusgraph.graphdb.database.StandardJanusGraph=off")
                .permissions()
                .and(JvmFlags.SETTING);
    }
}

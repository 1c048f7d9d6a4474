package muster.servers.janusgraph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.servers.ServerContext;

/** The virtual machine's flags: a fixed heap, and a log of errors only, since each failed request would fill it. */
record JanusGraphFlags(ServerContext context) {
    /** The setting that holds more flags, separated by spaces; they come last and so override ours. */
    static final String ADDITIONAL = "jvm.flags";

    /** From this Java on, native access and Unsafe must be allowed, or every start warns of them. */
    private static final int NEEDS_PERMISSIONS = 24;

    private static final String LOG = "-Dorg.slf4j.simpleLogger.";

    List<String> list() {
        List<String> flags = new ArrayList<>(List.of(
                "-Xms" + context.heap(),
                "-Xmx" + context.heap(),
                "-XX:+UseG1GC",
                "-XX:-OmitStackTraceInFastThrow",
                LOG + "defaultLogLevel=error",
                LOG + "showDateTime=true",
                // Why a graph could not be opened.
                LOG + "log.org.apache.tinkerpop.gremlin.server.util.DefaultGraphManager=warn",
                // It writes a stack trace for each commit that lost against another, which the client is told anyway.
                LOG + "log.org.janusgraph.graphdb.database.StandardJanusGraph=off"));
        if (context.jdk().feature() >= NEEDS_PERMISSIONS) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        flags.addAll(words(context.settings().getOrDefault(ADDITIONAL, "")));
        return flags;
    }

    static List<String> words(String flags) {
        return Stream.of(flags.split(" ", -1)).filter(flag -> !flag.isEmpty()).toList();
    }
}

package muster.servers.neo4j;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.servers.ServerContext;

/**
 * The virtual machine's flags. They follow the vendor's own configuration where it matters for figures: G1 whatever the
 * machine's size, no explicit collections, whole stack traces, bounded buffers per thread. The heap is fixed from the
 * start, so that no figure depends on when it grew.
 */
record Neo4jFlags(ServerContext context) {
    /** The setting of Neo4j that holds more flags, separated by spaces; they come last and so override ours. */
    static final String ADDITIONAL = "server.jvm.additional";

    /** From this Java on, native access and Unsafe must be allowed, or every start warns of them. */
    private static final int NEEDS_PERMISSIONS = 24;

    List<String> list() {
        List<String> flags = new ArrayList<>(List.of(
                "-Xms" + context.heap(),
                "-Xmx" + context.heap(),
                "-XX:+UseG1GC",
                "-XX:+DisableExplicitGC",
                "-XX:-OmitStackTraceInFastThrow",
                "-Djdk.nio.maxCachedBufferSize=1024",
                "-Dio.netty.tryReflectionSetAccessible=true",
                "-Dlog4j2.disable.jmx=true",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"));
        if (context.jdk().feature() >= NEEDS_PERMISSIONS) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        flags.addAll(additional());
        return flags;
    }

    private List<String> additional() {
        String flags = context.settings().getOrDefault(ADDITIONAL, "");
        return Stream.of(flags.split(" ", -1)).filter(flag -> !flag.isEmpty()).toList();
    }
}

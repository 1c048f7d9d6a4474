package muster.servers.neo4j;

import java.util.List;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;

/**
 * The virtual machine's flags. They follow the vendor's own configuration where it matters for figures: G1, no explicit
 * collections, whole stack traces, bounded buffers per thread.
 */
record Neo4jFlags(ServerContext context) {
    /** The setting of Neo4j that holds more flags, separated by spaces; they come last and so override ours. */
    static final String ADDITIONAL = "server.jvm.additional";

    List<String> list() {
        return new JvmFlags(context)
                .add(
                        "-XX:+DisableExplicitGC",
                        "-XX:-OmitStackTraceInFastThrow",
                        "-Djdk.nio.maxCachedBufferSize=1024",
                        "-Dio.netty.tryReflectionSetAccessible=true",
                        "-Dlog4j2.disable.jmx=true",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/java.io=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
                .permissions()
                .and(ADDITIONAL);
    }
}

package muster.servers.neo4j;

import java.util.ArrayList;
import java.util.List;

/**
 * The virtual machine's flags. They follow the vendor's own configuration where it matters for figures: G1 whatever
 * the machine's size, no explicit collections, whole stack traces, bounded buffers per thread.
 *
 * @param heap fixed from the start, so that no figure depends on when the heap grew
 * @param permissions whether this Java must be allowed native access and Unsafe
 */
record Neo4jFlags(String heap, boolean permissions) {
    List<String> list() {
        List<String> flags = new ArrayList<>(List.of(
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-XX:+DisableExplicitGC",
                "-XX:-OmitStackTraceInFastThrow",
                "-Djdk.nio.maxCachedBufferSize=1024",
                "-Dio.netty.tryReflectionSetAccessible=true",
                "-Dlog4j2.disable.jmx=true",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"));
        if (permissions) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return flags;
    }
}

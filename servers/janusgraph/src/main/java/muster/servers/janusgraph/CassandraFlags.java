package muster.servers.janusgraph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;

/** The virtual machine's flags: what Cassandra's own start script opens of Java, and its agent that measures objects. */
record CassandraFlags(ServerContext context) {
    private static final List<String> OPENED = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.module",
            "java.base/java.lang.reflect",
            "java.base/java.math",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.nio.charset",
            "java.base/java.nio.file.spi",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/java.util.concurrent.locks",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.misc",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.rmi/sun.rmi.transport.tcp",
            "jdk.management/com.sun.management.internal");

    List<String> list() {
        JvmFlags flags = new JvmFlags(context)
                .add(
                        "-Xss256k",
                        "-javaagent:" + agent(),
                        "-Djdk.attach.allowAttachSelf=true",
                        "-Dio.netty.tryReflectionSetAccessible=true",
                        "-Dcassandra.config="
                                + context.home().resolve("conf/cassandra.yaml").toUri(),
                        "-Dcassandra.storagedir=" + context.home(),
                        "-Dlogback.configurationFile="
                                + context.home().resolve("conf/logback.xml").toUri(),
                        // On one machine every node sees every other at once.
                        "-Dcassandra.ring_delay_ms=1000",
                        "-Dcassandra.skip_wait_for_gossip_to_settle=0");
        for (String name : OPENED) {
            flags.add("--add-opens=" + name + "=ALL-UNNAMED", "--add-exports=" + name + "=ALL-UNNAMED");
        }
        return flags.and(JvmFlags.SETTING);
    }

    private Path agent() {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(context.libraries(), "jamm-*.jar")) {
            return found.iterator().next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

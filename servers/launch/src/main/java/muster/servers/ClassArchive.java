package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import muster.servers.host.JavaCommand;
import muster.servers.host.ServerCommand;

/**
 * The classes of a server as its virtual machine loaded them, in a file beside the server's jars, so that later starts do not parse and verify
 * them again: a third of the processor time of a start of Neo4j. A machine that finds other jars does without.
 *
 * @param command that starts the server without it
 * @param file the archive
 * @param half where it is made, until it is known that the server started and ended well
 */
record ClassArchive(JavaCommand command, Path file, Path half) {
    /** The first Java that archives the classes of an application when it ends. */
    private static final int MIN_JAVA = 13;

    /** Empty for a program that is no Java, was not fetched, or has other jars than those that were fetched. */
    static Optional<ClassArchive> of(ServerCommand command, ServerContext context) {
        Path entry = context.libraries().resolveSibling("");
        return command instanceof JavaCommand java
                        && java.classPath().equals(context.classPath())
                        && Files.exists(entry.resolve(ServerCache.MARKER))
                        && context.java().feature() >= MIN_JAVA
                ? Optional.of(new ClassArchive(
                        java,
                        entry.resolve("classes-" + java.mainClass() + "-"
                                + context.java().version() + ".jsa"),
                        context.home().resolve("classes.jsa")))
                : Optional.empty();
    }

    /** With flags that use the archive or, where there is none, let the virtual machine make it when it ends. */
    JavaCommand quickCommand() {
        List<String> flags = new ArrayList<>();
        flags.add(Files.exists(file) ? "-XX:SharedArchiveFile=" + file : "-XX:ArchiveClassesAtExit=" + half);
        // Classes that cannot be archived are named, hundreds of lines of them.
        flags.add("-Xlog:cds*=off");
        flags.addAll(command.flags());
        return new JavaCommand(
                flags,
                command.classPath(),
                command.mainClass(),
                command.arguments(),
                command.environment(),
                command.secret());
    }

    /** Makes what a server left at its end the archive of later starts; nothing where it left none, or another one was sooner. */
    void keep() {
        try {
            if (Files.exists(half) && !Files.exists(file)) {
                publish();
            }
            Files.deleteIfExists(half);
        } catch (IOException e) {
            // Later starts take longer, and the next one that ends well tries again.
        }
    }

    private void publish() throws IOException {
        Path beside = Files.createTempFile(file.resolveSibling(""), "classes", ".half");
        try {
            Files.copy(half, beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}

package muster.servers.neo4j;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.servers.ServerChoice;
import muster.servers.ServerContext;

/**
 * What is started within Neo4j's process in addition.
 *
 * @param gds the Graph Data Science library
 * @param flight our Flight server, which streams what that library holds
 */
record Extras(boolean gds, boolean flight) {
    static final Extras NONE = new Extras(false, false);
    static final String WITH_GDS = "with-gds";
    static final String WITH_FLIGHT = "with-flight";
    static final List<ServerChoice> CHOICES = List.of(
            new ServerChoice(WITH_GDS, List.of("no", "yes"), false),
            new ServerChoice(WITH_FLIGHT, List.of("no", "yes"), false));

    /** All of its jars bear it, and no others do. */
    private static final String GDS_VERSION = "2.13.9";

    /** Flight has nothing to stream without the library, so it brings it. */
    static Extras of(Map<String, String> choices) {
        boolean flight = "yes".equals(choices.get(WITH_FLIGHT));
        return new Extras(flight || "yes".equals(choices.get(WITH_GDS)), flight);
    }

    /** Neo4j looks for procedures in its folder of plugins only, whatever is on the class path. */
    static void link(ServerContext context) throws IOException {
        Path plugins = Files.createDirectories(context.home().resolve("plugins"));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(context.libraries(), "*-" + GDS_VERSION + ".jar")) {
            for (Path jar : jars) {
                Path link = plugins.resolve(jar.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, jar);
            }
        }
    }
}

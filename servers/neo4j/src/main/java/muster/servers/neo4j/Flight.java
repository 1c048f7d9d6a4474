package muster.servers.neo4j;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import muster.servers.CheckoutModule;
import muster.servers.ServerContext;
import muster.servers.host.JavaCommand;
import muster.servers.host.OwnerFile;

/** Our Flight server within Neo4j's process: a module under the GPL, which is never loaded into ours. */
record Flight(ServerContext context) {
    static final String PORT = "flight";

    /** A user may choose the token; else it is drawn when the data folder is new. */
    static final String TOKEN_VARIABLE = "MUSTER_FLIGHT_TOKEN";

    private static final CheckoutModule MODULE = new CheckoutModule("servers/neo4j-flight", "muster-neo4j-flight.jar");
    private static final int TOKEN_BYTES = 24;

    /** Neo4j with the Flight server before it. */
    JavaCommand around(JavaCommand neo4j) {
        List<String> flags = new ArrayList<>(neo4j.flags());
        flags.add("-Dmuster.flight.port=" + context.ports().of(PORT));
        flags.add("-Dmuster.flight.token=" + token());
        return new JavaCommand(
                flags,
                neo4j.classPath() + File.pathSeparator + MODULE.built(),
                "muster.neo4j.flight.Main",
                neo4j.arguments(),
                neo4j.environment(),
                neo4j.secret());
    }

    private Path token() {
        return context.home().resolve("conf/flight.token");
    }

    /** The token reaches the server in a file that only its owner can read: the process list shows where, not what. */
    void writeToken() throws IOException {
        Optional<String> chosen =
                Optional.ofNullable(System.getenv(TOKEN_VARIABLE)).filter(text -> !text.isBlank());
        if (chosen.isPresent() || !Files.exists(token())) {
            OwnerFile.write(token(), chosen.orElseGet(Flight::drawn));
        }
    }

    private static String drawn() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

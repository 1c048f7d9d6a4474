package muster.cli.server;

import java.nio.file.Path;
import muster.servers.MusterHome;
import muster.servers.Servers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which server, in which folder: mixed into the commands for one server. */
final class ServerArguments {
    @Parameters(index = "0", paramLabel = "NAME", description = "The database, such as neo4j.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private String name;

    @Option(names = "--data", paramLabel = "DIR", description = "Its folder; by default .muster/servers/NAME.")
    private @Nullable Path data;

    String name() {
        return name;
    }

    Path folder(Servers servers) {
        Path usual = servers.folder(name);
        return data == null ? usual : data.toAbsolutePath().normalize();
    }

    /** The servers of the checkout that the launcher stands in; what goes on is told on standard error. */
    static Servers servers() {
        return new Servers(MusterHome.detect(), System.err::println);
    }
}

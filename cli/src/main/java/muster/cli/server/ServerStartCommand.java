package muster.cli.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.host.PortChoice;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts a server and returns when it answers queries; it runs until it is stopped. */
@Command(
        name = "start",
        description = "Start a server and return when it answers queries.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster server start neo4j",
            "  ./muster server start neo4j --port-base 17687 --heap 2g --data /srv/neo4j",
            "  ./muster server start neo4j --with-gds --with-flight --heap 2g",
            "  ./muster server start janusgraph --storage cassandra --nodes 3 --consistency quorum",
            "The first start downloads the server with Maven and prints the size."
        })
final class ServerStartCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerArguments arguments = new ServerArguments();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1g",
            description = "Heap size of each of its JVMs; default ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private String heap;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of processors it may use, by affinity; default all.")
    private int cpus;

    @Option(names = "--port-base", paramLabel = "N", description = "Use ports N, N+1, ...; default the usual ones.")
    private @Nullable Integer portBase;

    @Option(names = "--free-ports", description = "Use free ports.")
    private boolean freePorts;

    @Option(
            names = "--password-variable",
            paramLabel = "NAME",
            description = "Require the password in this environment variable; default none.")
    private @Nullable String passwordVariable;

    @Option(
            names = "--storage",
            paramLabel = "NAME",
            description = "Storage backend of janusgraph: berkeleyje (default) or cassandra.")
    private @Nullable String storage;

    @Option(names = "--nodes", paramLabel = "N", description = "Number of cassandra nodes: 1 (default) or 3.")
    private @Nullable String nodes;

    @Option(
            names = "--consistency",
            paramLabel = "LEVEL",
            description = "Consistency level of cassandra: quorum (default) or one.")
    private @Nullable String consistency;

    @Option(
            names = "--commitlog",
            paramLabel = "MODE",
            description =
                    "When cassandra syncs its commit log: periodic (default, every 10 s) or batch (before it answers).")
    private @Nullable String commitLog;

    @Option(names = "--with-gds", description = "Start neo4j with the Graph Data Science library.")
    private boolean withGds;

    @Option(
            names = "--with-flight",
            description = "Start neo4j with the Graph Data Science library and an Arrow Flight server.")
    private boolean withFlight;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting in the server's own configuration format; may be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Start timeout; default: wait as long as its process lives.")
    private @Nullable String timeout;

    @Override
    public Integer call() {
        if (freePorts && portBase != null) {
            throw Failure.badInput("choose one of --port-base and --free-ports");
        }
        Servers servers = ServerArguments.servers();
        // The server outlives this process on purpose, so it is not closed.
        @SuppressWarnings("resource")
        RunningServer server = servers.start(arguments.name(), options(servers));
        report(servers, server);
        return ExitCode.OK.code();
    }

    private ServerOptions options(Servers servers) {
        ServerOptions options = ServerOptions.usual()
                .withDataFolder(arguments.folder(servers))
                .withHeap(heap)
                .withCpus(cpus)
                .withPorts(ports())
                .withSettings(settings)
                .withChoices(choices());
        if (timeout != null) {
            options = options.withTimeout(Durations.parse(timeout));
        }
        return passwordVariable == null ? options : options.withPasswordVariable(passwordVariable);
    }

    /** A server refuses those that it does not have. */
    private Map<String, String> choices() {
        Map<String, String> choices = new LinkedHashMap<>();
        choices.put("storage", storage);
        choices.put("nodes", nodes);
        choices.put("consistency", consistency);
        choices.put("commitlog", commitLog);
        choices.put("with-gds", withGds ? "yes" : null);
        choices.put("with-flight", withFlight ? "yes" : null);
        choices.values().removeIf(Objects::isNull);
        return choices;
    }

    private PortChoice ports() {
        if (freePorts) {
            return new PortChoice.Free();
        }
        return portBase == null ? new PortChoice.Usual() : new PortChoice.From(portBase);
    }

    private void report(Servers servers, RunningServer server) {
        if (output.json()) {
            output.printJson(ServerText.map(servers.status(server.name(), server.dataFolder())));
        } else {
            output.line(server.name() + " " + server.version() + " answers at " + server.uri() + " (process "
                    + server.pid() + ")");
        }
    }
}

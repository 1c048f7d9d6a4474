package muster.cli.server;

import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what is known of one server. */
@Command(
        name = "status",
        description = "Show whether a server runs, its address and the size of its data.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster server status neo4j --json")
final class ServerStatusCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerArguments arguments = new ServerArguments();

    @Override
    public Integer call() {
        Servers servers = ServerArguments.servers();
        ServerStatus status = servers.status(arguments.name(), arguments.folder(servers));
        if (output.json()) {
            output.printJson(ServerText.map(status));
        } else {
            ServerText.lines(status).forEach(output::line);
        }
        return ExitCode.OK.code();
    }
}

package muster.cli.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Real databases on this machine. */
@Command(
        name = "server",
        description = "Start and stop real database servers on this machine.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServerListCommand.class,
            ServerStartCommand.class,
            ServerStatusCommand.class,
            ServerStopCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster server start neo4j --port-base 17687 --heap 2g",
            "  ./muster server list",
            "  ./muster server stop neo4j --delete"
        })
public final class ServerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: start, stop, status or list");
    }
}

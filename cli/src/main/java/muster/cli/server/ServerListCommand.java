package muster.cli.server;

import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.servers.ServerStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the servers that there are and those that could be started. */
@Command(
        name = "list",
        description = "List the servers of this checkout and the available kinds.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster server list")
final class ServerListCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        List<ServerStatus> list = ServerArguments.servers().list();
        if (output.json()) {
            output.printJson(list.stream().map(ServerText::map).toList());
        } else {
            list.forEach(status -> output.line(ServerText.line(status)));
        }
        return ExitCode.OK.code();
    }
}

package muster.cli.server;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.servers.Servers;
import muster.servers.host.StopOutcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops a server; its data stay unless told otherwise. */
@Command(
        name = "stop",
        description = "Stop a server; keep or delete its data.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./muster server stop neo4j", "  ./muster server stop neo4j --delete"})
final class ServerStopCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerArguments arguments = new ServerArguments();

    @Option(names = "--delete", description = "Delete the files that Muster created in its folder.")
    private boolean delete;

    @Override
    public Integer call() {
        Servers servers = ServerArguments.servers();
        Path folder = arguments.folder(servers);
        StopOutcome stop = delete ? servers.delete(folder) : servers.stop(folder);
        boolean deleted = delete && stop != StopOutcome.NOT_CREATED;
        if (output.json()) {
            output.printJson(Map.of("folder", folder, "result", stop, "deleted", deleted));
        } else {
            output.line(arguments.name() + " " + stop + rest(folder, stop, deleted));
        }
        return ExitCode.OK.code();
    }

    private static String rest(Path folder, StopOutcome stop, boolean deleted) {
        if (stop == StopOutcome.NOT_CREATED) {
            return ": " + folder;
        }
        return deleted ? "; deleted " + folder : "; its data stay in " + folder;
    }
}

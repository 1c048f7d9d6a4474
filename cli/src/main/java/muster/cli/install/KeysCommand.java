package muster.cli.install;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Keys of a cluster. */
@Command(
        name = "keys",
        description = "Create the keys that authenticate coordinator, workers and clients.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = KeysNewCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  ./muster keys new --worker rack1 --worker rack2")
@SuppressWarnings("NullAway.Init") // picocli sets it.
public final class KeysCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: keys new");
    }
}

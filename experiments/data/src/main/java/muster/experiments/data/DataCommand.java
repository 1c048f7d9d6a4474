package muster.experiments.data;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Generated data. */
@Command(
        name = "data",
        description = "Generate data as CSV files.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = DataSocialCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  ./muster data social --people 10000 --out social")
public final class DataCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: social");
    }
}

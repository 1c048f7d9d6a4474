package muster.cli.answers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reference answers. */
@Command(
        name = "answers",
        description = "Record the answers that later runs of a plan are compared with.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = AnswersRecordCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  ./muster answers record mine.yaml")
@SuppressWarnings("NullAway.Init") // picocli sets it.
public final class AnswersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: answers record");
    }
}

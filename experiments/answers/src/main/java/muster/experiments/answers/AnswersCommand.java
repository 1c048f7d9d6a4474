package muster.experiments.answers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reference answers. */
@Command(
        name = "answers",
        description = "Record, import, show and export the answers that runs are compared with.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AnswersRecordCommand.class,
            AnswersImportCommand.class,
            AnswersShowCommand.class,
            AnswersExportCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster answers record mine.yaml",
            "  ./muster answers import counts.csv --operation triangles mine.yaml",
            "  ./muster answers show mine.yaml"
        })
@SuppressWarnings("NullAway.Init") // picocli sets it.
public final class AnswersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: answers record, import, show or export");
    }
}

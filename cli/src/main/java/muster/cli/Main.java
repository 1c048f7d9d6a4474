package muster.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command "muster". */
@Command(
        name = "muster",
        description = "Benchmark a graph database with a cluster of clients over ZeroMQ.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {WarmArchive.class, CommandLine.HelpCommand.class},
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footerHeading = "%nFirst steps:%n",
        footer = {
            "  ./muster demo    a real local database, a coordinator and two workers",
            "  ./muster test    every test",
            "",
            "Exit codes: 0 ok, 1 operations failed, 2 internal fault or target unreachable, 99 threshold missed,",
            "104 bad plan or argument, 105 aborted from outside, 111 run invalid."
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The commands, with the errors that all of them share. */
    static CommandLine commandLine() {
        Errors errors = new Errors();
        return new CommandLine(new Main())
                .setExecutionExceptionHandler(errors)
                .setParameterExceptionHandler(errors)
                .setUsageHelpWidth(120)
                .setAbbreviatedOptionsAllowed(false);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }
}

package muster.cli;

import java.util.Locale;
import muster.coordinator.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command "muster". */
@Command(
        name = "muster",
        description = "Benchmark a graph database with a cluster of clients over ZeroMQ.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AbortCommand.class,
            CalibrateCommand.class,
            CancelCommand.class,
            CheckCommand.class,
            CleanCommand.class,
            CompareCommand.class,
            CoordinatorCommand.class,
            DemoCommand.class,
            DistCommand.class,
            DoctorCommand.class,
            ExportCommand.class,
            KeysCommand.class,
            OverheadCommand.class,
            PlansCommand.class,
            ReportCommand.class,
            RunCommand.class,
            RunsCommand.class,
            ServerCommand.class,
            SqlCommand.class,
            StandaloneCommand.class,
            StatusCommand.class,
            WorkerCommand.class,
            TestCommand.class,
            WarmArchive.class
        },
        versionProvider = Version.class,
        footerHeading = "%nFirst steps:%n",
        footer = {
            "  ./muster demo    a real local database, a coordinator and two workers",
            "  ./muster test    every test; ./muster test --help",
            "  ./muster COMMAND --help",
            "",
            "Exit codes: 0 ok, 1 operations failed, 2 internal fault or target unreachable, 98 gate undecided,",
            "99 threshold missed, gate failed or wrong answers, 104 bad plan or argument, 105 aborted from outside,",
            "111 run invalid. Of several the first of 104, 2, 105, 111, 99, 98, 1, 0."
        })
@SuppressWarnings("UnusedVariable") // Options that picocli itself acts on.
public final class Main implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print stack traces with errors.")
    private boolean verbose;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the versions of Muster and Java.")
    private boolean version;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        // Figures must read the same, and be readable by programs, wherever Muster runs.
        Locale.setDefault(Locale.ROOT);
        // Until a command has something to end cleanly.
        Interrupts.handle(() -> System.exit(ExitCode.ABORTED.code()));
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

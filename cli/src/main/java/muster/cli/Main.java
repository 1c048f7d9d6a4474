package muster.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import muster.cli.check.CheckCommand;
import muster.cli.check.ExplainCommand;
import muster.cli.check.PlansCommand;
import muster.cli.client.AbortCommand;
import muster.cli.client.CancelCommand;
import muster.cli.client.StatusCommand;
import muster.cli.diagnose.DoctorCommand;
import muster.cli.host.Version;
import muster.cli.install.DistCommand;
import muster.cli.install.KeysCommand;
import muster.cli.results.ExportCommand;
import muster.cli.results.ReportCommand;
import muster.cli.results.RunsCommand;
import muster.cli.results.SqlCommand;
import muster.cli.results.StagesCommand;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.RunCommand;
import muster.cli.run.StandaloneCommand;
import muster.cli.run.WorkerCommand;
import muster.cli.server.CleanCommand;
import muster.cli.server.ServerCommand;
import muster.cli.terminal.Colour;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.StandardOutput;
import muster.coordinator.core.event.ExitCode;
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
        versionProvider = Version.class,
        footerHeading = "%nFirst steps:%n",
        footer = {
            "  ./muster demo    a real local database, a coordinator and two workers",
            "  ./muster test    every test; ./muster test --help",
            "  ./muster COMMAND --help",
            "",
            "Exit codes: 0 ok, 1 operations failed, 2 internal fault or target unreachable or lost, 97 wrong answers,",
            "98 gate undecided, 99 threshold missed or gate failed, 104 bad plan or argument, 105 stopped from outside,",
            "111 run invalid. Of several the first of 104, 2, 105, 97, 111, 99, 98, 1, 0. A result that cannot be written to standard",
            "output is 2; a pipe whose reader has ended is none."
        })
@SuppressWarnings("UnusedVariable") // Options that picocli itself acts on.
public final class Main implements Runnable {
    /** What a command is called follows from its class; the help has them by name. */
    private static final List<Class<?>> OWN = List.of(
            AbortCommand.class,
            CancelCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            CleanCommand.class,
            CoordinatorCommand.class,
            DemoCommand.class,
            DistCommand.class,
            DoctorCommand.class,
            ExportCommand.class,
            KeysCommand.class,
            PlansCommand.class,
            ReportCommand.class,
            RunCommand.class,
            RunsCommand.class,
            ServerCommand.class,
            SqlCommand.class,
            StagesCommand.class,
            StandaloneCommand.class,
            StatusCommand.class,
            WorkerCommand.class,
            TestCommand.class,
            WarmArchive.class);

    /** With those of the experiments that are installed. */
    private static final class All {
        static final List<Class<?>> COMMANDS = Stream.concat(
                        OWN.stream(),
                        ServiceLoader.load(CommandProvider.class, Main.class.getClassLoader()).stream()
                                .flatMap(provider -> provider.get().commands().stream()))
                .sorted(Comparator.comparing(Main::name))
                .toList();
    }

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description =
                    "Print stack traces with errors, all notes of a result, and what happens in the cluster of run.")
    private boolean verbose;

    @Option(
            names = "--color",
            scope = ScopeType.INHERIT,
            paramLabel = "WHEN",
            defaultValue = "auto",
            description =
                    "Colours of verdicts: auto (the default: on a terminal, unless NO_COLOR is set), always, never.")
    private Colour colour = Colour.AUTO;

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
        String[] meant = meant(arguments);
        StandardOutput output = StandardOutput.ofThisProcess();
        CommandLine line = commandLine(meant).setOut(output.writer());
        int code = line.execute(meant);
        line.getOut().flush();
        System.exit(output.exitCode(code, line.getErr()));
    }

    /** Nothing, "help" and "help COMMAND" ask for help, as elsewhere. */
    public static String[] meant(String... arguments) {
        if (arguments.length == 0) {
            return new String[] {"--help"};
        }
        if (!arguments[0].equals("help")) {
            return arguments;
        }
        boolean known = arguments.length == 1
                || All.COMMANDS.stream().anyMatch(command -> name(command).equals(arguments[1]));
        if (!known) {
            return new String[] {arguments[1]};
        }
        return Stream.concat(Arrays.stream(arguments).skip(1), Stream.of("--help"))
                .toArray(String[]::new);
    }

    /** All commands, with the errors that they share. */
    public static CommandLine commandLine() {
        return withErrors(All.COMMANDS);
    }

    /**
     * For these arguments: if the first names a command, that one alone. picocli reads the options of each command that it
     * is given by reflection, which was more than half of the start of a worker.
     */
    public static CommandLine commandLine(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        return named(OWN, first)
                .or(() -> named(All.COMMANDS, first))
                .map(command -> withErrors(List.of(command)))
                .orElseGet(Main::commandLine);
    }

    /** Its own commands need not wait until the experiments are found. */
    private static Optional<Class<?>> named(List<Class<?>> commands, String name) {
        return commands.stream().filter(command -> name(command).equals(name)).findFirst();
    }

    /** DemoCommand is called demo; WarmArchive, which is hidden, warm-archive. */
    private static String name(Class<?> command) {
        String[] words = command.getSimpleName().replaceFirst("Command$", "").split("(?<=[a-z])(?=[A-Z])");
        return String.join("-", words).toLowerCase(Locale.ROOT);
    }

    private static CommandLine withErrors(List<Class<?>> commands) {
        Errors errors = new Errors();
        CommandLine line = new CommandLine(new Main());
        commands.forEach(line::addSubcommand);
        return line.setExecutionStrategy(parsed -> Errors.ofMemory(new CommandLine.RunLast(), parsed))
                .setExecutionExceptionHandler(errors)
                .setParameterExceptionHandler(errors)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(120)
                .setAbbreviatedOptionsAllowed(false);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }
}

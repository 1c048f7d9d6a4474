package muster.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import muster.cli.terminal.Failure;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.keys.KeyException;
import muster.report.analysis.AnalysisException;
import muster.servers.host.BadServerArgument;
import muster.servers.host.ServerException;
import muster.store.file.sqlite.StoreException;
import muster.text.Printable;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every exception into one line, "muster: ...", and an exit code. */
final class Errors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** Options of k6, wrk, wrk2, Locust, hey, JMeter and Hyperfoil, and what does the same here. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("--vus", "--clients N"),
            Map.entry("-u", "--clients N"),
            Map.entry("--users", "--clients N"),
            Map.entry("--connections", "--clients N"),
            Map.entry("-t", "--clients N"),
            Map.entry("--threads", "--clients N"),
            Map.entry("--run-time", "--duration 30s"),
            Map.entry("--host", "--uri URI"),
            Map.entry("-H", "--uri URI"),
            Map.entry("--url", "--uri URI"),
            Map.entry("-n", "--set measure.operations=N"),
            Map.entry("--requests", "--set measure.operations=N"),
            Map.entry("--iterations", "--set measure.operations=N"),
            Map.entry("-i", "--set measure.operations=N"),
            Map.entry("--rps", "--rate 1000/s"),
            Map.entry("--spawn-rate", "--set measure.ramp=10s"),
            Map.entry("--headless", "left out: nothing opens a window"),
            Map.entry("--latency", "left out: latencies are always printed"),
            Map.entry("--out", "--store FILE, and ./muster export"),
            Map.entry("-o", "--store FILE, and ./muster export"),
            Map.entry("--summary-export", "--json"));

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        boolean verbose = parsed.expandedArgs().contains("--verbose") || "1".equals(System.getenv("MUSTER_DEBUG"));
        return report(thrown, command.getErr(), verbose);
    }

    @Override
    public int handleParseException(ParameterException thrown, String[] arguments) {
        CommandLine command = thrown.getCommandLine();
        String help = "./" + command.getCommandSpec().qualifiedName() + " --help";
        command.getErr().println(line(what(thrown)) + "; see " + help);
        return ExitCode.BAD_INPUT.code();
    }

    /** A file or a plan may need more memory than this process has: that is no bug, and no reason for a stack trace. */
    static int ofMemory(IExecutionStrategy strategy, ParseResult parsed) {
        try {
            return strategy.execute(parsed);
        } catch (OutOfMemoryError e) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            throw fault(
                    parsed,
                    "out of memory: this needs more than the " + megabytes
                            + " MB that Java may take here; allow more, such as MUSTER_JAVA_OPTS=-Xmx4g");
        } catch (StackOverflowError e) {
            throw fault(parsed, "its input is nested too deep");
        }
    }

    /** picocli hands only this to {@link #handleExecutionException}. */
    private static ExecutionException fault(ParseResult parsed, String line) {
        return new ExecutionException(parsed.commandSpec().commandLine(), line, Failure.fault(line));
    }

    /** A fault that is none of ours is a bug: it says so, and how to see more. */
    static int report(Throwable thrown, PrintWriter err, boolean verbose) {
        boolean bug = isBug(thrown);
        err.println(line(bug ? "internal fault: " + thrown : firstLine(thrown.getMessage())));
        if (verbose) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            err.print(Printable.lines(trace.toString()));
        } else if (bug) {
            err.println("muster: --verbose prints where");
        }
        err.flush();
        return exitCode(thrown);
    }

    private static boolean isBug(Throwable thrown) {
        return switch (thrown) {
            case Failure f -> false;
            case PlanException e -> false;
            case AnalysisException e -> false;
            case StoreException e -> false;
            case TargetException e -> false;
            case KeyException e -> false;
            case ServerException e -> false;
            default -> true;
        };
    }

    private static int exitCode(Throwable thrown) {
        return switch (thrown) {
            case Failure failure -> failure.exitCode();
            case PlanException e -> ExitCode.BAD_INPUT.code();
            case AnalysisException e -> ExitCode.BAD_INPUT.code();
            case StoreException e when e.isOfDisk() -> ExitCode.FAULT.code();
            case StoreException e -> ExitCode.BAD_INPUT.code();
            case KeyException e -> ExitCode.BAD_INPUT.code();
            case BadServerArgument e -> ExitCode.BAD_INPUT.code();
            default -> ExitCode.FAULT.code();
        };
    }

    private static String what(ParameterException thrown) {
        if (!(thrown instanceof UnmatchedArgumentException unmatched)) {
            return firstLine(thrown.getMessage());
        }
        String first = unmatched.getUnmatched().getFirst();
        String ours = ELSEWHERE.get(first.replaceFirst("=.*", ""));
        boolean takesLoad = thrown.getCommandLine().getCommandSpec().findOption("--clients") != null;
        if (takesLoad && ours != null) {
            return "no option '" + first + "': use " + ours;
        }
        if (first.startsWith("-")) {
            return "no option '" + first + "'" + suggestion(options(thrown, first.replaceFirst("=.*", "")));
        }
        String kind = hasCommands(thrown) ? "command" : "further argument";
        return "no " + kind + " '" + first + "'" + suggestion(unmatched.getSuggestions());
    }

    /** Of the command's own, the one that is written nearly so. */
    private static List<String> options(ParameterException thrown, String typed) {
        List<String> known = thrown.getCommandLine().getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
        return ClosestName.of(typed, known).stream().toList();
    }

    private static boolean hasCommands(ParameterException thrown) {
        return !thrown.getCommandLine().getSubcommands().isEmpty();
    }

    private static String suggestion(List<String> names) {
        return names.isEmpty() ? "" : " (did you mean " + String.join(" or ", names) + "?)";
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "no reason given" : message.lines().findFirst().orElse("no reason given");
    }

    /** All that goes to the standard error passes here: parts of it may be of a peer, or of a file of anybody. */
    private static String line(String text) {
        return "muster: " + Printable.line(text, Printable.MAX_MESSAGE);
    }
}

package muster.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import muster.cli.terminal.Failure;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.keys.KeyException;
import muster.report.analysis.AnalysisException;
import muster.servers.host.BadServerArgument;
import muster.servers.host.ServerException;
import muster.store.file.sqlite.StoreException;
import muster.text.Printable;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns every exception into one line, "muster: ...", and an exit code. */
final class Errors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        boolean verbose = parsed.expandedArgs().contains("--verbose") || "1".equals(System.getenv("MUSTER_DEBUG"));
        return report(thrown, command.getErr(), verbose);
    }

    @Override
    public int handleParseException(ParameterException thrown, String[] arguments) {
        CommandLine command = thrown.getCommandLine();
        String help = "./" + command.getCommandSpec().qualifiedName() + " --help";
        command.getErr().println(line(UsageText.of(thrown)) + "; see " + help);
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

    static String firstLine(@Nullable String message) {
        return message == null ? "no reason given" : message.lines().findFirst().orElse("no reason given");
    }

    /** All that goes to the standard error passes here: parts of it may be of a peer, or of a file of anybody. */
    private static String line(String text) {
        return "muster: " + Printable.line(text, Printable.MAX_MESSAGE);
    }
}

package muster.cli;

import java.io.PrintWriter;
import muster.store.StoreException;
import muster.workloads.plan.PlanException;
import muster.workloads.target.TargetException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns every exception into one line, "muster: ...", and an exit code. */
final class Errors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        return report(thrown, command.getErr(), parsed.expandedArgs().contains("--verbose"));
    }

    @Override
    public int handleParseException(ParameterException thrown, String[] arguments) {
        CommandLine command = thrown.getCommandLine();
        String line = firstLine(thrown.getMessage());
        command.getErr()
                .println("muster: " + line + "; see ./"
                        + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.BAD_INPUT;
    }

    static int report(Throwable thrown, PrintWriter err, boolean verbose) {
        int code = exitCode(thrown);
        boolean known = thrown instanceof Failure || isOfOurs(thrown);
        err.println("muster: " + (known ? firstLine(thrown.getMessage()) : "internal fault: " + thrown));
        if (verbose || "1".equals(System.getenv("MUSTER_DEBUG"))) {
            thrown.printStackTrace(err);
        } else if (!known) {
            err.println("muster: MUSTER_DEBUG=1 shows where");
        }
        err.flush();
        return code;
    }

    private static boolean isOfOurs(Throwable thrown) {
        return thrown instanceof PlanException || thrown instanceof StoreException || thrown instanceof TargetException;
    }

    private static int exitCode(Throwable thrown) {
        return switch (thrown) {
            case Failure failure -> failure.exitCode();
            case PlanException plan -> ExitCode.BAD_INPUT;
            case StoreException store -> ExitCode.BAD_INPUT;
            default -> ExitCode.FAULT;
        };
    }

    private static String firstLine(@org.jspecify.annotations.Nullable String message) {
        return message == null ? "no reason given" : message.lines().findFirst().orElse("no reason given");
    }
}

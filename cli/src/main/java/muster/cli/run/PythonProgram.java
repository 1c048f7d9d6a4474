package muster.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import muster.cli.host.PythonEnvironment;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.plan.PlanAccess;
import org.jspecify.annotations.Nullable;

/**
 * The Python worker as a program.
 *
 * @param processes that execute operations, under one worker's name
 */
public record PythonProgram(Path program, int processes) {
    private static final int MAX_PROCESSES = 256;

    static final PythonProgram NONE = new PythonProgram(Path.of("muster-worker"), 1);

    /** Sets its environment up if that is not there. */
    public static PythonProgram ready(int processes, Consumer<String> say) throws PythonEnvironment.Missing {
        if (processes < 1 || processes > MAX_PROCESSES) {
            throw Failure.badInput("--processes " + processes + ": 1 to " + MAX_PROCESSES);
        }
        return new PythonProgram(PythonEnvironment.ofCheckout(say).program(), processes);
    }

    /**
     * The command line of a Python worker.
     *
     * @param name "" for the host and process id
     * @param access what of this host plans may name
     */
    public List<String> command(String coordinator, String name, PlanAccess access, String... more) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--coordinator", coordinator));
        command.addAll(List.of("--data", WorkerCommand.dataFolder().toString(), "--processes", "" + processes));
        if (!name.isEmpty()) {
            command.addAll(List.of("--name", name));
        }
        command.addAll(access.arguments());
        command.addAll(List.of(more));
        return command;
    }

    /** Runs it to its end and returns its exit code. Ctrl-C reaches it by itself, SIGTERM is passed on. */
    int run(String coordinator, String name, PlanAccess access, @Nullable Path keys, List<String> more) {
        try {
            List<String> command = command(coordinator, name, access, more.toArray(String[]::new));
            if (keys != null) {
                command.addAll(List.of("--keys", keys.toString()));
            }
            Process process = new ProcessBuilder(command).inheritIO().start();
            Interrupts.passOn(process::destroy);
            return process.waitFor();
        } catch (IOException e) {
            throw Failure.fault("cannot start " + program + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.ABORTED.code();
        }
    }
}

package muster.cli.client;

import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a run. */
@Command(name = "cancel", description = "Stop a run; operations in flight finish, and the measurement is kept.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class CancelCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "The number of the run (./muster status).")
    private long runId;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        return end(coordinator, output, runId, false);
    }

    static int end(CoordinatorArgument coordinator, Output output, long runId, boolean now) {
        try (CoordinatorClient client = coordinator.connect()) {
            String failure = client.end(runId, now);
            if (!failure.isEmpty()) {
                throw Failure.badInput(failure);
            }
            output.line("run " + runId + (now ? " is aborted" : " is being cancelled"));
            return ExitCode.OK.code();
        }
    }
}

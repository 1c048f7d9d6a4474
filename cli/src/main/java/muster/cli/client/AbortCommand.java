package muster.cli.client;

import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a run at once. */
@Command(name = "abort", description = "Stop a run at once; operations in flight are dropped.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class AbortCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "The number of the run (./muster status).")
    private long runId;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        return CancelCommand.end(coordinator, output, runId, true);
    }
}

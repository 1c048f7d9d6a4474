package muster.cli;

import java.util.concurrent.Callable;
import muster.protocol.Finished;
import muster.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** "muster standalone". */
@Command(
        name = "standalone",
        description = "Run a plan in this one process, without ZeroMQ: what the cluster is measured against.",
        footer = {"", "Example:", "  ./muster standalone noop --set measure.duration=10s"})
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class StandaloneCommand implements Callable<Integer> {
    @Mixin
    private RunArguments arguments;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws InterruptedException {
        arguments.plan();
        ProgressLines lines = new ProgressLines(output.err());
        try (Store store = Store.open(arguments.store());
                Standalone standalone = new Standalone(store, arguments.depot(), lines)) {
            Interrupts.handle(standalone::cancel);
            Finished finished = standalone.run(arguments.submit(1));
            lines.end();
            output.summary(finished.getRunId(), finished.getExitCode(), finished.getSummary());
            output.note("results: " + store.file());
            return finished.getExitCode();
        }
    }
}

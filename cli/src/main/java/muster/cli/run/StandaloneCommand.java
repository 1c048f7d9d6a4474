package muster.cli.run;

import java.util.concurrent.Callable;
import muster.cli.client.ProgressLines;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.protocol.Finished;
import muster.store.file.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a plan without a cluster. */
@Command(
        name = "standalone",
        description = "Run a plan in this process, without ZeroMQ.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster standalone noop --set measure.duration=10s")
public final class StandaloneCommand implements Callable<Integer> {
    @Mixin
    private final RunArguments arguments = new RunArguments();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        arguments.begin();
        ProgressLines lines = arguments.progress(output.err());
        try (Store store = Store.open(arguments.store());
                Standalone standalone = new Standalone(store, arguments.depot(), lines)) {
            Interrupts.handle(standalone::cancel);
            Finished finished = standalone.run(arguments.submit(1));
            lines.end();
            output.summary(finished, arguments.report(finished, store.file()));
            return finished.getExitCode();
        }
    }
}

package muster.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import muster.coordinator.BindException;
import muster.coordinator.FileDepot;
import muster.coordinator.RouterService;
import muster.protocol.Finished;
import muster.store.Store;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** "muster run". */
@Command(
        name = "run",
        description = "Run a plan with worker processes on this machine, or on a cluster that is there already.",
        footer = {
            "",
            "Examples:",
            "  ./muster run noop --workers 2 --set measure.duration=10s",
            "  ./muster run graphity-write --coordinator tcp://192.0.2.7:5557 --expect-workers 4"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunArguments arguments;

    @Mixin
    private Output output;

    @Option(names = "--workers", paramLabel = "N", description = "Local worker processes; default ${DEFAULT-VALUE}.", defaultValue = "1")
    private int workers;

    @Option(names = "--coordinator", paramLabel = "tcp://HOST:PORT", description = "Submit to this coordinator; it owns the store.")
    private @Nullable String coordinator;

    @Option(names = "--expect-workers", paramLabel = "N", description = "Begin when this many workers are there; default 1.", defaultValue = "1")
    private int expectWorkers;

    @Override
    public Integer call() {
        arguments.plan();
        String address = coordinator;
        return address == null ? runHere() : submit(address);
    }

    private int submit(String address) {
        if (arguments.storeGiven()) {
            throw Failure.badInput("--store does not go with --coordinator: the coordinator owns its store");
        }
        return follow(address, expectWorkers);
    }

    private int runHere() {
        if (workers < 1) {
            throw Failure.badInput("--workers " + workers + ": at least 1");
        }
        try (Store store = Store.open(arguments.store());
                RouterService service = serve(store);
                LocalWorkers unused = new LocalWorkers(service.address(), workers)) {
            int code = follow(service.address(), workers);
            output.note("results: " + store.file());
            return code;
        }
    }

    private RouterService serve(Store store) {
        try {
            FileDepot depot = arguments.depot();
            return new RouterService(
                    "tcp://127.0.0.1:0", CoordinatorCommand.settings(store), store, new Scripts(), depot, line -> {});
        } catch (BindException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    private int follow(String address, int expected) {
        PrintWriter err = output.err();
        ProgressLines lines = new ProgressLines(err);
        try (CoordinatorClient client = new CoordinatorClient(address)) {
            long runId = client.submit(arguments.submit(expected), arguments.depot());
            Interrupts.handle(client::cancelSoon);
            Finished finished = client.follow(runId, lines);
            lines.end();
            output.summary(runId, finished.getExitCode(), finished.getSummary());
            return finished.getExitCode();
        }
    }
}

package muster.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import muster.coordinator.BindException;
import muster.coordinator.CoordinatorSettings;
import muster.coordinator.FileDepot;
import muster.coordinator.RouterService;
import muster.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves workers and clients. */
@Command(
        name = "coordinator",
        description = "Wait for workers and plans, and run one plan after another, until Ctrl-C.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster coordinator --store results/nightly.db",
            "  ./muster run graphity-write --coordinator tcp://127.0.0.1:5557    in another shell"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class CoordinatorCommand implements Callable<Integer> {
    @Option(
            names = "--bind",
            paramLabel = "tcp://ADDRESS:PORT",
            description = "Where to listen; default ${DEFAULT-VALUE}, loopback only.",
            defaultValue = "tcp://127.0.0.1:5557")
    private String bind;

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "Where results go; default ${DEFAULT-VALUE}.",
            defaultValue = "results/muster.db")
    private Path file;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        Interrupts.handle(stop::countDown);
        try (Store store = Store.open(file);
                RouterService service = serve(store, bind, output)) {
            output.line("coordinator at " + service.address() + ", results go to " + file);
            stop.await();
        }
        return ExitCode.OK;
    }

    static RouterService serve(Store store, String bind, Output output) {
        try {
            return new RouterService(bind, settings(store), store, new Scripts(), depot(), output::note);
        } catch (BindException e) {
            throw Failure.badInput(String.valueOf(e.getMessage()));
        }
    }

    static FileDepot depot() {
        return new FileDepot(WorkerCommand.dataFolder());
    }

    static CoordinatorSettings settings(Store store) {
        long epoch = System.currentTimeMillis();
        return CoordinatorSettings.of(epoch, Version.number(), store.file().toString());
    }
}

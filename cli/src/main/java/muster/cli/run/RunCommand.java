package muster.cli.run;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import muster.cli.client.CoordinatorAddress;
import muster.cli.client.KeyArguments;
import muster.cli.client.ProgressLines;
import muster.cli.host.PythonEnvironment;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.web.WebPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a plan on a cluster. */
@Command(
        name = "run",
        description = "Run a plan on local workers or on an existing cluster.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster run noop --workers 2 --set measure.duration=10s",
            "  ./muster run graphity-write --workers 2 --python-workers 2",
            "  ./muster run graphity-write --coordinator tcp://192.0.2.7:5557 --expect-workers 4",
            "  ./muster run --resume results/noop.db --workers 2    after a crash: repeats the interrupted trial"
        })
public final class RunCommand implements Callable<Integer> {
    @Mixin
    private final RunArguments arguments = new RunArguments();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Java worker processes on this machine; default ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--python-workers",
            paramLabel = "N",
            defaultValue = "0",
            description = "Python worker processes on this machine; default ${DEFAULT-VALUE}.")
    private int pythonWorkers;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Engine processes of each Python worker; default ${DEFAULT-VALUE}.")
    private int processes;

    @Option(
            names = "--coordinator",
            paramLabel = "ADDRESS",
            converter = CoordinatorAddress.class,
            description = "Submit to this coordinator, such as tcp://192.0.2.7:5557; it owns the store.")
    private @Nullable String coordinator;

    @Option(
            names = "--expect-workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --coordinator: start when this many workers have joined; default ${DEFAULT-VALUE}.")
    private int expectWorkers;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description = "Resume the newest interrupted run of this store: repeat its interrupted trial from the reset"
                    + " state, then run the remaining trials. The interrupted measurement is kept, marked abandoned.")
    private @Nullable Path resume;

    @Mixin
    private final WebArguments web = new WebArguments();

    @Mixin
    private final KeyArguments keys = new KeyArguments();

    @Override
    public Integer call() {
        if (resume != null) {
            return resume(resume);
        }
        arguments.begin();
        noteIdle();
        ProgressLines lines = arguments.progress(output.err());
        String address = coordinator;
        return address == null ? here(lines) : there(address, lines);
    }

    /** Each worker needs a client of its own to do anything. */
    private void noteIdle() {
        int all = coordinator == null ? workers + pythonWorkers : expectWorkers;
        int clients = arguments.mostClients();
        if (arguments.plan().sweep().isEmpty() && all > clients) {
            say("no phase has more than %d clients, so %d of %d workers have none; --clients %d gives each one"
                    .formatted(clients, all - clients, all, all));
        }
    }

    private int here(ProgressLines lines) {
        LocalCluster.Size size = size();
        if (keys.given()) {
            throw Failure.badInput(
                    "--keys and --insecure require --coordinator: workers of this command are on loopback");
        }
        try (Store store = Store.open(arguments.store());
                LocalCluster cluster =
                        new LocalCluster(store, arguments.depot(), size, arguments.access(), output.log());
                WebPage page = web.open(cluster.watched(), store.file())) {
            output.tell(page);
            Finished finished = cluster.run(arguments.submit(size.workers()), lines);
            return end(lines, finished, arguments.report(finished, store.file()));
        }
    }

    private int resume(Path file) {
        if (arguments.planGiven() || coordinator != null) {
            throw Failure.badInput("--resume takes only --workers: plan and settings come from the store");
        }
        ProgressLines lines = new ProgressLines(output.err());
        try (Store store = Store.open(file)) {
            ResumeRequest request = new ResumeRequest(store);
            try (LocalCluster cluster =
                            new LocalCluster(store, request.depot(), size(), request.access(), output.log());
                    WebPage page = web.open(cluster.watched(), store.file())) {
                output.tell(page);
                Finished finished = cluster.run(request.submit(), lines);
                return end(lines, finished, arguments.report(finished, store.file()));
            }
        }
    }

    /** Without a Python the Java workers go on alone, if there are any. */
    private LocalCluster.Size size() {
        if (workers < 0 || pythonWorkers < 0 || workers + pythonWorkers < 1) {
            throw Failure.badInput("--workers " + workers + " --python-workers " + pythonWorkers
                    + ": at least 1 together, none below 0");
        }
        if (pythonWorkers == 0) {
            return LocalCluster.Size.java(workers);
        }
        try {
            return new LocalCluster.Size(workers, pythonWorkers, PythonProgram.ready(processes, this::say));
        } catch (PythonEnvironment.Missing e) {
            if (workers == 0) {
                throw Failure.badInput(String.valueOf(e.getMessage()));
            }
            say(e.getMessage() + "; continuing with Java workers: " + workers);
            return LocalCluster.Size.java(workers);
        }
    }

    private void say(String line) {
        output.err().println("muster: " + line);
        output.err().flush();
    }

    private int end(ProgressLines lines, Finished finished, String report) {
        lines.end();
        output.summary(finished, report);
        return finished.getExitCode();
    }

    private int there(String address, ProgressLines lines) {
        if (web.given()) {
            throw Failure.badInput("--http excludes --coordinator: the coordinator serves its own page");
        }
        if (arguments.storeGiven() || arguments.pageGiven()) {
            throw Failure.badInput("--store and --html exclude --coordinator: the coordinator owns its store");
        }
        Finished finished = LocalCluster.run(
                address, keys.client(address), arguments.submit(expectWorkers), arguments.depot(), lines);
        return end(lines, finished, "run " + finished.getRunId() + " in the store of the coordinator at " + address);
    }
}

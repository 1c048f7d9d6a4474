package muster.cli.run;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.cli.client.CoordinatorClient;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.coordinator.server.BindException;
import muster.coordinator.server.CoordinatorView;
import muster.coordinator.server.FileDepot;
import muster.coordinator.server.RouterService;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.protocol.keys.PeerKeys;
import muster.store.file.Store;
import muster.workloads.plan.PlanAccess;
import org.jspecify.annotations.Nullable;

/** A coordinator in this process on a free loopback port, with local worker processes. */
public final class LocalCluster implements AutoCloseable {
    private static final int ANSWER_S = 2;

    private final RouterService service;
    private final LocalWorkers workers;
    private final FileDepot files;

    /**
     * How many workers of each language.
     *
     * @param pythonProgram what runs the Python ones; of no use if there are none
     */
    public record Size(int java, int python, PythonProgram pythonProgram) {
        public static Size java(int workers) {
            return new Size(workers, 0, PythonProgram.NONE);
        }

        int workers() {
            return java + python;
        }
    }

    /**
     * Prepares a coordinator and its workers on this machine.
     *
     * @param access what of this host plans may name
     * @param log what happens in the cluster, line by line
     */
    public LocalCluster(Store store, FileDepot files, Size size, PlanAccess access, Consumer<String> log) {
        this.files = files;
        this.service = serve(store, files, log);
        this.workers = new LocalWorkers(service.address(), size, access, this::joined, service::workersAlive);
    }

    /** How many workers have joined; 0 while the coordinator cannot say. */
    private int joined() {
        return service.watched()
                .live()
                .thenApply(live -> live.status().getWorkersCount())
                .completeOnTimeout(0, ANSWER_S, TimeUnit.SECONDS)
                .join();
    }

    private static RouterService serve(Store store, FileDepot files, Consumer<String> log) {
        try {
            return new RouterService(
                    "tcp://127.0.0.1:0",
                    null,
                    CoordinatorCommand.settings(store),
                    store,
                    new PlanScriptReader(PlanServers.here()),
                    files,
                    log);
        } catch (BindException e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    /** For a worker that joins it. */
    public String address() {
        return service.address();
    }

    /** For a page about it. */
    public CoordinatorView watched() {
        return service.watched();
    }

    /** Runs one plan to its end; Ctrl-C ends it with what was measured. */
    public Finished run(Submit submit, CoordinatorClient.Follower follower) {
        return run(new CoordinatorClient(service.address(), null, this::ended), submit, files, follower);
    }

    /** The same on a coordinator that is there already. */
    public static Finished run(
            String address,
            @Nullable PeerKeys keys,
            Submit submit,
            FileDepot files,
            CoordinatorClient.Follower follower) {
        return run(new CoordinatorClient(address, keys), submit, files, follower);
    }

    private static Finished run(
            CoordinatorClient connected, Submit submit, FileDepot files, CoordinatorClient.Follower follower) {
        try (CoordinatorClient client = connected) {
            Interrupts.handle(client::cancelSoon);
            long runId = client.submit(submit, files, follower);
            return client.follow(runId, follower);
        }
    }

    /** Why a run cannot go on: its coordinator ended, or a worker cannot be started; "" while it can. */
    private String ended() {
        String ofService = service.failure().getNow("");
        return ofService.isEmpty() ? workers.failure() : ofService;
    }

    @Override
    public void close() {
        workers.close();
        service.close();
    }
}

package muster.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import muster.cli.client.CoordinatorAddress;
import muster.cli.client.KeyArguments;
import muster.cli.client.ProgressLines;
import muster.cli.host.ForkedJvm;
import muster.cli.host.Version;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Ending;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.cli.terminal.RunResultText;
import muster.coordinator.control.ServerControl;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.server.BindException;
import muster.coordinator.server.FileDepot;
import muster.coordinator.server.RouterService;
import muster.protocol.Finished;
import muster.protocol.keys.ClusterKeys;
import muster.protocol.keys.PeerKeys;
import muster.store.file.Store;
import muster.web.WebPage;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves workers and clients. */
@Command(
        name = "coordinator",
        description = "Serve workers and run submitted plans (--plan: run one plan and exit).",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster coordinator --store results/nightly.db",
            "  ./muster coordinator --http 8090    with a live page at http://127.0.0.1:8090/",
            "  ./muster run graphity-write --coordinator tcp://127.0.0.1:5557    in another shell",
            "  ./muster coordinator --bind tcp://0.0.0.0:5557 --keys keys --plan graphity-write --expect-workers 4"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class CoordinatorCommand implements Callable<Integer> {
    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            converter = CoordinatorAddress.class,
            description = "Address to listen on (*:5557: all of this host; port 0: a free one); default"
                    + " ${DEFAULT-VALUE}, loopback only.",
            defaultValue = "tcp://127.0.0.1:5557")
    private String bind;

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "Store file; default ${DEFAULT-VALUE}.",
            defaultValue = "results/muster.db")
    private Path file;

    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            description = "Run this plan file or ready plan once and exit with its exit code.")
    private @Nullable String plan;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "With --plan: change it, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--allow-files",
            description = "With --plan: allow it to read files outside its folder, as data or as $${file:PATH}.")
    private boolean allowFiles;

    @Option(
            names = "--allow-servers",
            description = "Let submitted plans start database servers on this host (section server of a plan).")
    private boolean allowServers;

    @Option(
            names = "--expect-workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --plan: start when this many workers have joined; default ${DEFAULT-VALUE}.")
    private int expectWorkers;

    @Option(
            names = "--worker-timeout",
            paramLabel = "60s",
            defaultValue = "60s",
            description = "With --plan: time to wait for workers; default ${DEFAULT-VALUE}.")
    private String workerTimeout;

    @Option(
            names = "--health-file",
            paramLabel = "FILE",
            description =
                    "Write the health of this coordinator to FILE once a second; best on the volume of the store.")
    private @Nullable Path healthFile;

    @Option(names = "--attached", hidden = true, description = "Exit when the parent process exits.")
    private boolean attached;

    @Mixin
    private final KeyArguments keys = new KeyArguments();

    @Mixin
    private final WebArguments web = new WebArguments();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        if (attached) {
            ForkedJvm.attachToParent();
        }
        RunArguments once = plan == null
                ? null
                : RunArguments.of(PlanArguments.of(plan, sets, allowFiles), Durations.parse(workerTimeout));
        FileDepot depot = once == null ? depot() : once.depot();
        ClusterKeys listed = keys.coordinator(bind);
        PeerKeys own = listed == null ? null : listed.newClient("coordinator");
        ClusterKeys admitted = listed == null || own == null ? listed : listed.with(own);
        try (Store store = Store.open(file);
                RouterService service = serve(store, depot, admitted);
                HealthFile health = new HealthFile(healthFile, service::trouble, output::note);
                WebPage page = web.open(service.watched(), store.file())) {
            health.begin();
            String where = "coordinator at " + service.address() + ", results go to " + file;
            if (once == null) {
                output.line(where);
            } else {
                output.note(where);
            }
            output.tell(page);
            return once == null ? serve(service) : run(service, own, once, depot);
        }
    }

    /** Until Ctrl-C, or until it cannot go on. */
    private static int serve(RouterService service) throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        Interrupts.handle(stop::countDown);
        CompletableFuture<Void> unused = service.failure().thenRun(stop::countDown);
        stop.await();
        if (service.failure().isDone()) {
            throw Failure.fault(service.failure().join());
        }
        return ExitCode.OK.code();
    }

    private int run(RouterService service, @Nullable PeerKeys own, RunArguments once, FileDepot depot) {
        ProgressLines lines = new ProgressLines(output.err());
        Finished finished = LocalCluster.run(service.address(), own, once.submit(expectWorkers), depot, lines);
        lines.end();
        boolean told = !RunResultText.isOnlyMessage(finished);
        output.summary(finished, told ? Ending.reportCommand(file, Long.toString(finished.getRunId())) : "");
        return finished.getExitCode();
    }

    private RouterService serve(Store store, FileDepot depot, @Nullable ClusterKeys listed) {
        ServerControl servers = allowServers ? PlanServers.here() : ServerControl.NONE;
        try {
            return new RouterService(
                    bind, listed, settings(store), store, new PlanScriptReader(servers), depot, output::note);
        } catch (BindException e) {
            throw Failure.badInput(String.valueOf(e.getMessage()));
        }
    }

    public static FileDepot depot() {
        return new FileDepot(WorkerCommand.dataFolder());
    }

    public static CoordinatorSettings settings(Store store) {
        // A clock that was set back must not give the number of an earlier incarnation a second time.
        long last = store.runs().incarnations().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        long epoch = Math.max(System.currentTimeMillis(), last + 1);
        return CoordinatorSettings.of(epoch, Version.number(), store.file().toString());
    }
}

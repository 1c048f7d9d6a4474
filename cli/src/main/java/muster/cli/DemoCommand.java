package muster.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import muster.cli.DemoProgress.Stage;
import muster.cli.results.ReportCommand;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.WebArguments;
import muster.cli.terminal.Output;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.host.CpuAffinity;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.web.WebPage;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PlanAccess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Answers one question on a real database: what STOU and GRAPHITY gain and cost, compared with ST. */
@Command(
        name = "demo",
        description = "Compare three news feed algorithms on a real Neo4j, with a cluster; report.",
        footerHeading = "%nThen query the results:%n",
        footer = {
            "  sqlite3 -header -column results/demo.db 'select * from run_summary'",
            "  ./muster sql results/demo.db"
        })
final class DemoCommand implements Callable<Integer> {
    private static final String COMPARE = "demo-graphity";

    /** Comes last: what measures for a second or two needs workers and a server that are warm. */
    private static final String INSERT = "demo-batch-insert";

    private static final int WORKERS = 2;

    /** Its second compiler would take minutes, and the cores of the workers, until the figures of trials were alike. */
    private static final Map<String, String> WARM_SOON = Map.of("server.jvm.additional", "-XX:TieredStopAtLevel=1");

    @Mixin
    private final WebArguments web = new WebArguments();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--store",
            paramLabel = "FILE",
            defaultValue = "results/demo.db",
            description = "Store file; default ${DEFAULT-VALUE}. Appended to.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path file;

    @Override
    public Integer call() {
        // A file that another demo writes to must not be found out after a server was started.
        try (Store store = Store.open(file);
                DemoProgress progress = new DemoProgress(output.err())) {
            Runs runs = run(store, progress);
            progress.end();
            print(runs);
            return runs.code().code();
        }
    }

    /**
     * What the plans ended with.
     *
     * @param inserted nothing where the first plan ended early
     * @param page the report; nothing where nothing was measured
     */
    private record Runs(Finished compared, Optional<Finished> inserted, Optional<Path> page) {
        ExitCode code() {
            ExitCode code = ExitCode.of(compared.getExitCode());
            return inserted.map(finished -> code.worse(ExitCode.of(finished.getExitCode())))
                    .orElse(code);
        }
    }

    /** The workers start while the server does, and the report is written while it stops. */
    private Runs run(Store store, DemoProgress progress) {
        try (LocalCluster cluster = new LocalCluster(
                        store,
                        CoordinatorCommand.depot(),
                        LocalCluster.Size.java(WORKERS),
                        PlanAccess.withoutSecrets(FileRule.within(Path.of(""))),
                        progress::cluster);
                RunningServer server = started(progress);
                WebPage page = web.open(cluster.watched(), store.file())) {
            output.tell(page);
            Finished compared = run(cluster, COMPARE, server.uri(), progress);
            Optional<Finished> inserted =
                    continues(compared) ? Optional.of(inserted(cluster, server, progress)) : Optional.empty();
            progress.begin(Stage.REPORT);
            Thread stopping = Thread.ofPlatform().name("muster-demo-stop").start(server::close);
            Optional<Path> report =
                    RunResultText.isOnlyMessage(compared) ? Optional.empty() : Optional.of(report(compared));
            join(stopping);
            return new Runs(compared, inserted, report);
        }
    }

    /** On one processor: clients that wait for one would be measured, too. */
    private static RunningServer started(DemoProgress progress) {
        int cpus = CpuAffinity.isPossible() ? 1 : 0;
        RunningServer server = new Servers(MusterHome.detect(), progress::server)
                .start(
                        "neo4j",
                        ServerOptions.temporary().inMemory().withCpus(cpus).withSettings(WARM_SOON));
        progress.note(
                "Neo4j " + server.version() + " answers at " + server.uri() + (cpus > 0 ? ", on one processor" : "")
                        + "; its data are in memory, its JVM uses its first compiler only (warm within seconds, not as fast as it can be)");
        return server;
    }

    private static Finished inserted(LocalCluster cluster, RunningServer server, DemoProgress progress) {
        progress.begin(Stage.INSERT);
        return run(cluster, INSERT, server.uri(), progress);
    }

    /** A verdict is a result; only what ended the first plan early keeps the second from being run. */
    private static boolean continues(Finished compared) {
        return ExitCode.of(compared.getExitCode()).compareTo(ExitCode.ABORTED) > 0;
    }

    private static Finished run(LocalCluster cluster, String plan, String uri, DemoProgress progress) {
        RunArguments arguments =
                RunArguments.of(PlanArguments.of(plan, List.of("target.uri=" + uri), false), Duration.ofSeconds(60));
        return cluster.run(arguments.submit(WORKERS), progress);
    }

    private Path report(Finished compared) {
        try (Query query = Query.open(file)) {
            return ReportCommand.write(query, file, compared.getRunId(), null, null)
                    .page();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Last where to look further. */
    private void print(Runs runs) {
        if (RunResultText.isOnlyMessage(runs.compared())) {
            output.summary(runs.compared(), "");
            return;
        }
        String report = runs.page().map(Path::toString).orElse("");
        output.end(DemoAnswer.of(runs.compared(), runs.inserted()).withReport(report));
        if (runs.page().isPresent()) {
            next(runs.compared().getRunId());
        }
    }

    /** Three commands to go on with: what each algorithm took, all runs, and another database. */
    private void next(long runId) {
        output.line("next: " + query(runId));
        output.line("      ./muster runs " + file);
        output.line("      ./muster check graphity-read-heavy --uri bolt://HOST:7687");
    }

    private String query(long runId) {
        return ("sqlite3 -header -column %s \"select operation, samples, mean_ns / 1e6 as mean_ms from operation_summary"
                        + " where run_id = %d and phase = 'measure' and timing = 'response'\"")
                .formatted(file, runId);
    }
}

package muster.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.client.ProgressLines;
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
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
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
        output.note("starting a coordinator, " + WORKERS
                + " workers and Neo4j, which runs with its JVM's first compiler only"
                + " (warm within seconds, not as fast as it can be)");
        // A file that another demo writes to must not be found out after a server was started.
        Store.open(file).close();
        try (RunningServer server =
                Servers.local().start("neo4j", ServerOptions.temporary().withSettings(WARM_SOON))) {
            output.note("Neo4j " + server.version() + " answers at " + server.uri());
            return run(server.uri());
        }
    }

    /** The answer comes last, after the workers have left, so that no line of theirs follows it. */
    private int run(String uri) {
        try (Store store = Store.open(file)) {
            Runs runs = run(store, uri);
            if (runs.compared() > 0) {
                answer(runs.compared());
            }
            return runs.code().code();
        }
    }

    /** @param compared the number of the run that has the answer; 0 if there is none */
    private record Runs(ExitCode code, long compared) {}

    private Runs run(Store store, String uri) {
        try (LocalCluster cluster = new LocalCluster(
                        store,
                        CoordinatorCommand.depot(),
                        LocalCluster.Size.java(WORKERS),
                        PlanAccess.withoutSecrets(FileRule.within(Path.of(""))),
                        line -> output.note("  " + line));
                WebPage page = web.open(cluster.watched(), store.file())) {
            output.tell(page);
            Finished compared = run(cluster, COMPARE, uri);
            ExitCode code = ExitCode.of(compared.getExitCode());
            if (continues(code)) {
                Finished inserted = run(cluster, INSERT, uri);
                output.summary(inserted);
                code = code.worse(ExitCode.of(inserted.getExitCode()));
            }
            output.summary(compared);
            return new Runs(code, measured(compared));
        }
    }

    /** A verdict is a result; only what ended the first plan early keeps the second from being run. */
    private static boolean continues(ExitCode code) {
        return code.compareTo(ExitCode.ABORTED) > 0;
    }

    private static long measured(Finished finished) {
        return RunResultText.isOnlyMessage(finished) ? 0 : finished.getRunId();
    }

    private Finished run(LocalCluster cluster, String plan, String uri) {
        ProgressLines lines = new ProgressLines(output.err());
        RunArguments arguments =
                RunArguments.of(PlanArguments.of(plan, List.of("target.uri=" + uri), false), Duration.ofSeconds(30));
        Finished finished = cluster.run(arguments.submit(WORKERS), lines);
        lines.end();
        return finished;
    }

    /** After the answer: where to look further. */
    private void answer(long runId) {
        try (Query query = Query.open(file)) {
            Path page = ReportCommand.write(query, file, runId, null, null).page();
            output.line("report: " + page);
            output.line("query: " + query(runId));
        }
    }

    /** A command that shows what each algorithm took for each operation. */
    private String query(long runId) {
        return ("sqlite3 -header -column %s \"select operation, samples, mean_ns / 1e6 as mean_ms from operation_summary"
                        + " where run_id = %d and phase = 'measure' and timing = 'response'\"")
                .formatted(file, runId);
    }
}

package muster.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.client.ProgressLines;
import muster.cli.results.ReportCommand;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.WebArguments;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.store.file.Store;
import muster.store.file.row.RunEnd;
import muster.store.file.sqlite.Query;
import muster.web.WebPage;
import muster.workloads.plan.FileRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows all of it at once. */
@Command(
        name = "demo",
        description = "Start a real Neo4j and a cluster, run Graphity and batch-insert, report, stop.",
        footerHeading = "%nThen ask the results:%n",
        footer = {
            "  sqlite3 -header -column results/demo.db 'select * from run_summary'",
            "  ./muster sql results/demo.db"
        })
final class DemoCommand implements Callable<Integer> {
    private static final List<String> PLANS = List.of("demo-graphity", "demo-batch-insert");
    private static final int WORKERS = 2;

    @Mixin
    private final WebArguments web = new WebArguments();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--store",
            paramLabel = "FILE",
            defaultValue = "results/demo.db",
            description = "Where results go; ${DEFAULT-VALUE} if left out. Appended to.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path file;

    @Override
    public Integer call() {
        output.note("starting Neo4j, a coordinator and " + WORKERS + " workers");
        try (RunningServer server = Servers.local().start("neo4j", ServerOptions.temporary())) {
            output.note("Neo4j " + server.version() + " answers at " + server.uri());
            return run(server.uri());
        }
    }

    private int run(String uri) {
        try (Store store = Store.open(file);
                LocalCluster cluster = new LocalCluster(
                        store,
                        CoordinatorCommand.depot(),
                        LocalCluster.Size.java(WORKERS),
                        FileRule.within(Path.of("")),
                        line -> output.note("  " + line));
                WebPage page = web.open(cluster.watched(), store.file())) {
            output.tell(page);
            ExitCode code = ExitCode.OK;
            for (String plan : PLANS) {
                code = goesOn(code) ? code.worse(ExitCode.of(run(cluster, plan, uri))) : code;
            }
            output.line("results: " + store.file() + "; ask it: sqlite3 -header -column " + store.file()
                    + " 'select * from run_summary'");
            return code.code();
        }
    }

    /** A verdict is a result; only what ended the first plan early keeps the second from being run. */
    private static boolean goesOn(ExitCode code) {
        return code.compareTo(ExitCode.ABORTED) > 0;
    }

    private int run(LocalCluster cluster, String plan, String uri) {
        ProgressLines lines = new ProgressLines(output.err());
        RunArguments arguments =
                RunArguments.of(PlanArguments.of(plan, List.of("target.uri=" + uri), false), Duration.ofSeconds(30));
        Finished finished = cluster.run(arguments.submit(WORKERS), lines);
        lines.end();
        output.summary(finished);
        if (finished.getRunId() > 0 && !finished.getState().equals(RunEnd.FAILED)) {
            report(finished.getRunId());
        }
        return finished.getExitCode();
    }

    private void report(long runId) {
        try (Query query = Query.open(file)) {
            output.line("report: "
                    + ReportCommand.write(query, file, runId, null, null).page());
        }
    }
}

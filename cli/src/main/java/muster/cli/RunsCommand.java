package muster.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import muster.store.Query;
import muster.store.TableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the runs of a store file. */
@Command(
        name = "runs",
        description = "List the runs that a store file holds.",
        footerHeading = "%nExample:%n",
        footer = "  ./muster runs results/demo.db")
final class RunsCommand implements Callable<Integer> {
    private static final String RUNS =
            "select run_id as run, name, mode, target, workload, workers, operations, errors, "
                    + "round(throughput_per_s, 1) as throughput_per_s, p99_ns, validity, thresholds, started_at "
                    + "from run_summary order by run_id";

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "FILE", description = "The store file, such as results/demo.db.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path file;

    @Override
    public Integer call() {
        try (Query store = Query.open(file)) {
            TableText.print(store.table(RUNS), output.format(), output.out());
        }
        output.out().flush();
        return ExitCode.OK;
    }
}

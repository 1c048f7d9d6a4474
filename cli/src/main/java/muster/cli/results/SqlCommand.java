package muster.cli.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.store.file.sqlite.Query;
import muster.store.table.TableText.Format;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers queries; without one it reads them from standard input, with a prompt if that is a terminal. */
@Command(
        name = "sql",
        description = "Query a store file in SQL, with functions for histograms.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster sql results/demo.db \"select * from run_summary\"",
            "  ./muster sql results/demo.db --csv \"select * from interval_summary\" > intervals.csv",
            "  ./muster sql results/demo.db \"select operation, hdr_percentile(hdr_merge(histogram), 99.9) as p999_ns",
            "      from snapshot where timing = 'response' and accepted group by operation\"",
            "  echo \"select * from coverage_summary;\" | ./muster sql results/demo.db",
            "  ./muster sql results/demo.db        prompts for queries; .help lists its commands",
            "Functions: hdr_merge(histogram), hdr_percentile(merged, percent), hdr_count, hdr_mean, hdr_min, hdr_max.",
            "Common questions with their queries: docs/sql.md."
        })
public final class SqlCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Option(names = "--csv", description = "Print CSV with a header line.")
    private boolean csv;

    @Parameters(index = "0", paramLabel = "FILE", description = "The store file, such as results/demo.db.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "QUERY", description = "SQL; default standard input.")
    private @Nullable String query;

    @Override
    public Integer call() throws IOException {
        if (csv && output.json()) {
            throw Failure.badInput("choose one of --csv and --json");
        }
        try (Query store = Query.open(file)) {
            SqlShell shell = new SqlShell(store, csv ? Format.CSV : output.format(), output);
            if (query != null) {
                shell.run(query);
            } else {
                shell.runAll();
            }
        }
        return ExitCode.OK.code();
    }
}

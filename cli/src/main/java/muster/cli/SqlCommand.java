package muster.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import muster.store.Query;
import muster.store.StoreException;
import muster.store.TableText;
import muster.store.TableText.Format;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers queries; without one it reads them from standard input, with a prompt if that is a terminal. */
@Command(
        name = "sql",
        description = "Ask a store file anything in SQL, with functions for histograms.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster sql results/demo.db \"select * from run_summary\"",
            "  ./muster sql results/demo.db --csv \"select * from interval_summary\" > intervals.csv",
            "  ./muster sql results/demo.db \"select operation, hdr_percentile(hdr_merge(histogram), 99.9) as p999_ns",
            "      from snapshot where timing = 'response' and accepted group by operation\"",
            "  echo \"select * from coverage_summary;\" | ./muster sql results/demo.db",
            "Functions: hdr_merge(histogram), hdr_percentile(merged, percent), hdr_count, hdr_mean, hdr_max."
        })
final class SqlCommand implements Callable<Integer> {
    private static final String TABLES =
            "select name, type from sqlite_schema where type in ('view', 'table') and name not like 'sqlite%' "
                    + "order by type desc, name";

    @Mixin
    private final Output output = new Output();

    @Option(names = "--csv", description = "Print CSV with a header line.")
    private boolean csv;

    @Parameters(index = "0", paramLabel = "FILE", description = "The store file, such as results/demo.db.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "QUERY", description = "SQL; standard input if left out.")
    private @Nullable String query;

    @Override
    public Integer call() throws IOException {
        if (csv && output.json()) {
            throw Failure.badInput("choose one of --csv and --json");
        }
        try (Query store = Query.open(file)) {
            if (query != null) {
                answer(store, query);
            } else {
                answerAll(store);
            }
        }
        return ExitCode.OK;
    }

    private void answer(Query store, String sql) {
        store.stream(sql, TableText.sink(csv ? Format.CSV : output.format(), output.out()));
        output.out().flush();
    }

    private void answerAll(Query store) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean typed = Terminal.input();
        if (typed) {
            answer(store, TABLES);
            output.line("End each query with a semicolon; Ctrl-D ends.");
        }
        for (String sql = next(in, typed); sql != null; sql = next(in, typed)) {
            answerOrExplain(store, sql, typed);
        }
    }

    /** Who types may make mistakes; a script must not go on after one. */
    private void answerOrExplain(Query store, String sql, boolean typed) {
        try {
            answer(store, sql);
        } catch (StoreException e) {
            if (!typed) {
                throw e;
            }
            output.line(String.valueOf(e.getMessage()));
        }
    }

    /** The next query, up to a line that ends with a semicolon; null at the end. */
    private @Nullable String next(BufferedReader in, boolean typed) throws IOException {
        StringBuilder sql = new StringBuilder();
        do {
            prompt(typed, sql.isEmpty() ? "muster> " : "   ...> ");
            String line = in.readLine();
            if (line == null) {
                return sql.toString().isBlank() ? null : sql.toString();
            }
            sql.append(line).append('\n');
        } while (!sql.toString().strip().endsWith(";"));
        return sql.toString();
    }

    private void prompt(boolean typed, String text) {
        PrintWriter out = output.out();
        if (typed) {
            out.print(text);
            out.flush();
        }
    }
}

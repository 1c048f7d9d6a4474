package muster.cli.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.model.CheckKind;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.CheckLines;
import muster.store.table.Table;
import muster.store.table.TableText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the runs of a store file, and keeps it in order. */
@Command(
        name = "runs",
        description = "List, delete and merge the runs of store files.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster runs results/demo.db",
            "  ./muster runs results/demo.db --delete 3 --delete nightly --vacuum",
            "  ./muster runs all.db --merge rack1/results.db --merge rack2/results.db",
            "A file that a coordinator has open can be listed, but not changed."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class RunsCommand implements Callable<Integer> {
    private static final String RUNS =
            "select run_id as run, name, mode, target, workload, workers, operations, ok, errors, %s"
                    + "round(throughput_per_s, 1) as throughput_per_s, p99_ns, validity, thresholds, started_at, "
                    + "state, answers, answers_compared, answers_asked%s from run_summary";
    /** What is neither ok nor an error, by name: columns of zeros would only widen the table. */
    private static final String OTHERS =
            "concat_ws(', ', nullif(absent, 0) || ' absent', nullif(duplicate, 0) || ' duplicate') as others, ";

    private static final String COUNTS = ", others, absent, duplicate, unknown, aborted";
    private static final String SHOWN = "(state <> 'failed' or operations > 0)";

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "FILE", description = "The store file, such as results/demo.db.")
    private Path file;

    @Option(
            names = "--delete",
            paramLabel = "RUN",
            description = "Delete this run, by number or by a name that only one has; may be repeated.")
    private List<String> doomed = List.of();

    @Option(
            names = "--merge",
            paramLabel = "OTHER",
            description = "Import the runs of another file under new ids, skipping duplicates.")
    private List<Path> others = List.of();

    @Option(names = "--vacuum", description = "Reclaim the disk space of deleted runs (VACUUM).")
    private boolean vacuum;

    @Option(names = "--all", description = "Also runs that failed before they measured anything.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        if (!doomed.isEmpty() || !others.isEmpty() || vacuum) {
            change();
        }
        try (Query store = Query.open(file)) {
            String which = all ? "" : " where " + SHOWN;
            TableText.print(store.table(columns() + which + " order by run_id"), output.format(), output.out());
            if (!output.json()) {
                notes(store, store.table("select run_id from run_summary" + which + " order by run_id"));
            }
        }
        output.out().flush();
        return ExitCode.OK.code();
    }

    private String columns() {
        return output.json() ? RUNS.formatted("", COUNTS) : RUNS.formatted(OTHERS, "");
    }

    /** What to know of the runs in the table: their warnings, and how many are not in it. */
    private void notes(Query store, Table runs) {
        for (List<@Nullable Object> row : runs.rows()) {
            long run = row.getFirst() instanceof Long id ? id : 0;
            CheckLines.read(store::table, run)
                    .failed(CheckKind.WARNING)
                    .forEach(warning -> output.line("warning: run " + run + ": " + warning));
        }
        int failed = all
                ? 0
                : store.table("select 1 from run_summary where not " + SHOWN)
                        .rows()
                        .size();
        if (failed > 0) {
            output.note(failed + " failed before they measured anything; --all lists them");
        }
    }

    /** A typing error in the name must not make a new file; merging into one may. */
    private void change() throws IOException {
        if (!Files.exists(file) && (others.isEmpty() || !doomed.isEmpty())) {
            throw Failure.badInput(file + ": there is no such file");
        }
        try (Store store = Store.open(file)) {
            List<Long> runs = doomed.stream().map(name -> named(store, name)).toList();
            runs.forEach(run -> delete(store, run));
            others.forEach(other -> merge(store, other));
            if (vacuum) {
                vacuum(store);
            }
        }
    }

    private long named(Store store, String name) {
        List<Long> found = store.query("select run_id, name from run order by run_id").rows().stream()
                .filter(row -> name.equals(String.valueOf(row.get(0))) || name.equals(row.get(1)))
                .map(row -> row.getFirst() instanceof Long id ? id : 0L)
                .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        String why = found.isEmpty()
                ? "no run has this number or name; ./muster runs " + file + " lists them"
                : "runs " + found + " have it; name one by its number";
        throw Failure.badInput("--delete " + name + ": " + why);
    }

    private void delete(Store store, long run) {
        store.runs().delete(run);
        output.note("deleted run " + run + (vacuum ? "" : "; --vacuum reclaims its space"));
    }

    private void merge(Store store, Path other) {
        Store.Merged merged = store.merge(other);
        output.note(other + ": " + merged.runs() + " runs merged, " + merged.present() + " were there already");
    }

    private void vacuum(Store store) throws IOException {
        long before = Files.size(store.file());
        store.vacuum();
        output.note("%,d bytes before, %,d now".formatted(before, Files.size(store.file())));
    }
}

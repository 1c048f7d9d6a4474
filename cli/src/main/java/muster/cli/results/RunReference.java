package muster.cli.results;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import muster.cli.terminal.Failure;
import muster.store.file.sqlite.Query;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A run as people name it: FILE or FILE:RUN, where RUN is a number, a name or "latest". Of several runs of a name the
 * latest is meant. One that failed before it measured anything has no name: it is meant by its number only.
 */
public record RunReference(Path file, String run) {
    private static final String RUNS =
            "select run_id, name, state = 'failed' and operations = 0 from run_summary order by run_id";

    public static RunReference parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || Files.exists(path(text))) {
            return new RunReference(path(text), "latest");
        }
        return new RunReference(path(text.substring(0, colon)), text.substring(colon + 1));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Failure.badInput(text + ": not a path: " + e.getReason());
        }
    }

    /** The number of the run. */
    public long find(Query query) {
        List<List<@Nullable Object>> runs = query.table(RUNS).rows();
        return runs.reversed().stream()
                .filter(this::isMeant)
                .findFirst()
                .map(row -> row.getFirst() instanceof Long number ? number : 0L)
                .orElseThrow(() -> Failure.badInput(file + ": " + missing(runs)));
    }

    private boolean isMeant(List<@Nullable Object> row) {
        boolean failed = Long.valueOf(1).equals(row.get(2));
        boolean named = run.equals("latest") || run.equals(row.get(1));
        return (named && !failed) || run.equals(String.valueOf(row.get(0)));
    }

    private String missing(List<List<@Nullable Object>> runs) {
        return runs.isEmpty()
                ? run.equals("latest") ? "holds no run" : "holds no " + Printable.line(run)
                : "no run '" + Printable.line(run) + "'; ./muster runs " + file + " lists what there is";
    }
}

package muster.cli.results;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import muster.cli.terminal.Failure;
import muster.experiments.compare.RunSource;
import muster.store.file.sqlite.Query;
import muster.text.Printable;
import muster.workloads.plan.PlanFacts;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * A run as people name it: FILE or FILE:RUN, where RUN is a number, a name or "latest". Of several runs of a name the
 * latest is meant. One that failed before it measured anything has no name: it is meant by its number only.
 */
public record RunReference(Path file, String run) {
    private static final String COMPARISON = "comparison";
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

    /**
     * The comparison of arms that took turns that is meant: "comparison" is the latest, "comparison-3" the third; in a file
     * without a run the latest needs no name. Empty if a run is meant.
     */
    OptionalLong comparison(Query query) {
        List<Long> all = query.table("select comparison_id from comparison order by comparison_id").rows().stream()
                .map(row -> row.getFirst() instanceof Long number ? number : 0L)
                .toList();
        boolean latest = run.equals(COMPARISON)
                || (run.equals("latest") && query.table(RUNS).rows().isEmpty());
        if (latest && !all.isEmpty()) {
            return OptionalLong.of(all.getLast());
        }
        return all.stream()
                .filter(id -> run.equals(COMPARISON + "-" + id))
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** The run as one side of a comparison. */
    RunSource source(Query query) {
        return new RunSource(query, file, find(query), RunReference::planFacts);
    }

    /** What a plan says, by path; its text where this version cannot read it: then it is compared as a whole. */
    static Map<String, String> planFacts(String text) {
        try {
            return PlanFacts.of(PlanReader.parse(text, "plan", List.of()));
        } catch (PlanException unknown) {
            return Map.of("text", text);
        }
    }

    private boolean isMeant(List<@Nullable Object> row) {
        boolean failed = Long.valueOf(1).equals(row.get(2));
        boolean named = run.equals("latest") || run.equals(row.get(1));
        return (named && !failed) || run.equals(String.valueOf(row.get(0)));
    }

    private String missing(List<List<@Nullable Object>> runs) {
        return runs.isEmpty()
                ? run.startsWith(COMPARISON) ? "holds no " + Printable.line(run) : "holds no run"
                : "no run '" + Printable.line(run) + "'; ./muster runs " + file + " lists what there is";
    }
}

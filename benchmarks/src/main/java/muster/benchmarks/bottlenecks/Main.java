package muster.benchmarks.bottlenecks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import muster.benchmarks.Machine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the matrix of staged bottlenecks; {@code benchmarks/bottlenecks} builds and starts it. */
@Command(
        name = "benchmarks/bottlenecks",
        mixinStandardHelpOptions = true,
        description = {
            "Stage bottlenecks with real processes, and check that each run gets the right verdict and names the culprit.",
            "Exit code 1 if a cell is wrong."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class Main implements Callable<Integer> {
    @Option(
            names = "--only",
            paramLabel = "ROW[/COLUMN]",
            split = ",",
            description = "Cells to run, such as gil or gil/closed-64; all by default. --list names them.")
    private List<String> only = List.of();

    @Option(names = "--list", description = "Print rows, columns and expected verdicts, and do nothing else.")
    private boolean list;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of a measure phase; default ${DEFAULT-VALUE}.",
            defaultValue = "4")
    private int seconds;

    @Option(names = "--publish", description = "Write results to benchmarks/results: bottlenecks.csv and README.md.")
    private boolean publish;

    @Option(names = "--keep", paramLabel = "FILE", description = "Keep the store with all runs.")
    private @Nullable Path keep;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the order of rows and of delays; default random, printed.")
    private long seed = ThreadLocalRandom.current().nextLong(1_000_000);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            list();
            return 0;
        }
        Path home = Path.of(System.getProperty("muster.home", "."));
        System.out.println(Machine.line());
        System.out.println("seed " + seed);
        List<CellResult> results = run(home);
        if (publish) {
            new ResultsFile(home).publish(results, Machine.name(), seed);
        }
        long wrong = results.stream().filter(result -> !result.right()).count();
        System.out.printf("%d of %d cells are right%n", results.size() - wrong, results.size());
        return wrong == 0 ? 0 : 1;
    }

    private List<CellResult> run(Path home) throws Exception {
        List<CellResult> results = new ArrayList<>();
        List<Bottleneck> rows = new ArrayList<>(List.of(Bottleneck.values()));
        Collections.shuffle(rows, new Random(seed));
        try (Matrix matrix = new Matrix(home, seconds, seed)) {
            for (Bottleneck row : rows) {
                List<Load> loads = Arrays.stream(Load.values())
                        .filter(load -> asked(row, load))
                        .toList();
                if (!loads.isEmpty()) {
                    matrix.row(row, loads, result -> {
                        results.add(result);
                        System.out.println(result.line());
                    });
                }
            }
            if (keep != null) {
                matrix.keep(keep);
            }
        }
        return results;
    }

    private boolean asked(Bottleneck row, Load load) {
        return only.isEmpty()
                || only.contains(row.label())
                || only.contains(row.label() + "/" + load.label())
                || only.contains("/" + load.label());
    }

    private static void list() {
        for (Bottleneck row : Bottleneck.values()) {
            System.out.printf("%-15s %s: %s%n", row.label(), row.title, row.staged);
            for (Load load : Load.values()) {
                Expected expected = Expected.of(row, load);
                System.out.printf("    %-11s %-8s %s%n", load.label(), expected.validity(), expected.culprit());
            }
        }
    }
}

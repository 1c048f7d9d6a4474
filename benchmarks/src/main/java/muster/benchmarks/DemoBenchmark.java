package muster.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import muster.benchmarks.process.FinishedProcess;
import muster.servers.host.Folders;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/** The time that {@code ./muster demo} takes, split by what it does. */
record DemoBenchmark(Path home) {
    private static final String PHASES = "select kind, sum(measured_until_ns - start_ns) / 1e9 as seconds from phase "
            + "where start_ns > 0 and measured_until_ns > start_ns group by kind order by kind";

    private static final Set<Integer> MEASURED = Set.of(0, 99, 111);

    void run(int runs) throws Exception {
        for (int run = 1; run <= runs; run++) {
            Path folder = Files.createTempDirectory("muster-benchmark");
            Path store = folder.resolve("demo.db");
            long startNs = System.nanoTime();
            FinishedProcess demo = FinishedProcess.of(
                            List.of(home.resolve("muster").toString(), "demo", "--store", store.toString()),
                            folder.resolve("log"))
                    .require(MEASURED);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            System.out.printf("%ndemo, run %d%s%n", run, demo.exitCode() == 0 ? "" : ended(demo));
            print(seconds, phases(store));
            Folders.delete(folder);
        }
    }

    private record Part(String kind, double seconds) {}

    private static List<Part> phases(Path store) {
        try (Query query = Query.open(store)) {
            List<Part> parts = new ArrayList<>();
            for (List<@Nullable Object> row : query.table(PHASES).rows()) {
                Number seconds = (Number) Objects.requireNonNull(row.get(1), "a phase that never ended");
                parts.add(new Part(String.valueOf(row.get(0)), seconds.doubleValue()));
            }
            return parts;
        }
    }

    /** A plan that did not end well ends the demo, so that this is not the time of all of it. */
    private static String ended(FinishedProcess demo) {
        return " ended early with exit code %d:%n%s"
                .formatted(demo.exitCode(), String.join(System.lineSeparator(), demo.lines()));
    }

    private static void print(double wall, List<Part> parts) {
        parts.forEach(part -> line(part.kind(), part.seconds()));
        line("the rest", wall - parts.stream().mapToDouble(Part::seconds).sum());
        line("all", wall);
    }

    private static void line(String what, double seconds) {
        System.out.printf("%-12s %8.1f s%n", what, seconds);
    }
}

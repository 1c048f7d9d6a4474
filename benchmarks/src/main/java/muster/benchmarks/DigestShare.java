package muster.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import muster.benchmarks.process.FinishedProcess;
import muster.servers.host.Folders;
import muster.store.file.sqlite.Query;

/**
 * The share of a worker's processor time that the digest of an answer of 10 rows takes: its time in {@link AnswerBenchmark},
 * over that of an operation with such an answer in a cluster of one worker that compares nothing.
 */
record DigestShare(Path home, String target) {
    private static final int ROUNDS = 5;
    private static final double BOUND = 0.02;
    private static final String CPU =
            "select sum(cpu_per_operation_ns * operations) / sum(operations) from process_summary"
                    + " where phase = 'measure' and process <> 'coordinator'";

    void run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("muster-benchmark");
        Path store = folder.resolve("queries.db");
        FinishedProcess.of(command(store), folder.resolve("log")).require(Set.of(0, 111));
        double workerNs = cpuNs(store);
        Folders.delete(folder);
        double digestNs = new AnswerBenchmark().nanos(ROUNDS);
        System.out.printf(
                Locale.ROOT,
                "digest of 10 rows %.0f ns, a worker's processor time for the operation %.0f ns: %.4f (at most %.2f)%n",
                digestNs,
                workerNs,
                digestNs / workerNs,
                BOUND);
    }

    private List<String> command(Path store) {
        return List.of(
                home.resolve("muster").toString(),
                "run",
                home.resolve("benchmarks/plans/queries.yaml").toString(),
                "--set",
                target,
                "--set",
                "workload.isolate=tenPeople",
                "--workers",
                "1",
                "--answers",
                "none",
                "--store",
                store.toString());
    }

    private static double cpuNs(Path store) {
        try (Query query = Query.open(store)) {
            Object value = query.table(CPU).rows().getFirst().getFirst();
            return ((Number) Objects.requireNonNull(value, "no processor time of a worker")).doubleValue();
        }
    }
}

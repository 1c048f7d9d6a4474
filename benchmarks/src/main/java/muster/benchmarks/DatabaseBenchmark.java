package muster.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.benchmarks.bare.Database;
import muster.servers.RunningServer;
import muster.servers.host.Folders;

/**
 * A plan on a real database by a cluster of one worker and by the bare loop, which take turns in one process, as the arms of
 * {@code ./muster ab} do: same compiled code, same server, same data, indexes of their own.
 *
 * @param plan in benchmarks/plans
 * @param sets changes to the plan for both sides
 */
record DatabaseBenchmark(Path home, Database database, String plan, List<String> sets) {
    /** As the launcher has it for the commands that measure. */
    private static final List<String> JVM = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseParallelGC",
            "-XX:+UseCondCardMark",
            "-XX:ObjectAlignmentInBytes=64");

    private static final String QUERIES = "queries";
    private static final String WARM_UP = "120s";

    static DatabaseBenchmark graphity(Path home, Database database) {
        return new DatabaseBenchmark(home, database, "graphity", List.of("workload.users=" + database.users()));
    }

    static DatabaseBenchmark batchInsert(Path home, Database database, String part) {
        return new DatabaseBenchmark(home, database, "batch-" + part, List.of());
    }

    /** Reads of a social network, and what their answers' digests cost. */
    static DatabaseBenchmark queries(Path home) {
        return new DatabaseBenchmark(home, Database.NEO4J, QUERIES, List.of());
    }

    /**
     * Measures until the ratio is known to 1 %, or the time is up.
     *
     * @param heap of the server, as the JVM writes it
     * @param maxTime such as "5m"
     * @return the exit code of the comparison
     */
    int run(String heap, String maxTime, long seed) throws IOException, InterruptedException {
        try (RunningServer server = started(heap)) {
            warm(server);
            List<String> command = command("ab", server);
            command.addAll(List.of("--outside", "--max-time", maxTime, "--seed", "" + seed));
            command.addAll(
                    List.of("--store", home.resolve("results/benchmarks.db").toString()));
            int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (plan.equals(QUERIES)) {
                new DigestShare(home, database.target(server)).run();
            }
            return exitCode;
        }
    }

    /**
     * A fresh server becomes faster for two minutes, whoever asks it. Arms that take turns share that, but each restart would
     * begin on another level: 0.87, 0.94, 0.98, 1.00 and 1.02 were the ratios of five restarts.
     */
    private void warm(RunningServer server) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("muster-benchmark");
        List<String> command = command("standalone", server);
        command.addAll(List.of(
                "--set",
                "measure.duration=" + WARM_UP,
                "--store",
                folder.resolve("warm-up.db").toString()));
        System.out.println("warming the server up: " + WARM_UP);
        new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start()
                .waitFor();
        Folders.delete(folder);
    }

    private List<String> command(String name, RunningServer server) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(List.of("-Dmuster.home=" + home, "-cp", classPath(), "muster.cli.Main", name));
        command.addAll(List.of("--set", database.target(server)));
        sets.forEach(set -> command.addAll(List.of("--set", set)));
        command.add(home.resolve("benchmarks/plans/" + plan + ".yaml").toString());
        return command;
    }

    private RunningServer started(String heap) throws IOException {
        try {
            return database.start(heap);
        } catch (IOException | RuntimeException known) {
            throw known;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
    }

    /** The product's jar names what it needs. */
    private String classPath() {
        return System.getProperty("java.class.path") + File.pathSeparator + home.resolve("cli/target/muster.jar");
    }
}

package muster.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import muster.benchmarks.Measured.Phase;
import muster.servers.Folders;
import muster.store.Query;
import org.jspecify.annotations.Nullable;

/**
 * Muster's side: a coordinator and a worker, each a process that people would start, which stay up for run after run. So
 * what their compilers do to a driver's code is done in the pairs that warm up, and not measured at random.
 */
final class Cluster implements AutoCloseable {
    /** Ended well, thresholds missed, or found invalid: the throughput is there, and the note says which. */
    private static final Set<Integer> MEASURED = Set.of(0, 99, 111);

    private static final String READY = ", results go to ";
    private static final int PATIENCE_S = 60;

    private static final String FIGURES = """
            select p.phase, t.workload = 'batch-insert' as inserts, s.elements,
              s.throughput_per_s * (p.measured_until_ns - p.start_ns) / 1e9 as operations,
              p.measured_until_ns - p.start_ns as ns, s.validity, s.errors
            from phase p join step_summary s using (run_id, step, trial, phase) join run_summary t using (run_id)
            where p.kind = 'measure' and run_id = (select max(run_id) from run)
            order by p.ordinal""";

    private final Path folder;
    private final String muster;
    private final List<Process> processes = new ArrayList<>();
    private final String address;

    Cluster(Path home) throws IOException, InterruptedException {
        this.folder = Files.createTempDirectory("muster-benchmark");
        this.muster = home.resolve("muster").toString();
        this.address = coordinator();
        start("worker", "--coordinator", address);
    }

    private Path store() {
        return folder.resolve("runs.db");
    }

    private String coordinator() throws IOException, InterruptedException {
        Path log = start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store().toString());
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        String said = "";
        while (!said.contains(READY)) {
            if (!processes.getFirst().isAlive() || System.nanoTime() > endNs) {
                close();
                throw new IllegalStateException("the coordinator did not begin: " + said);
            }
            Thread.sleep(20);
            said = Files.readString(log);
        }
        return said.substring(said.indexOf("tcp://"), said.indexOf(READY));
    }

    private Path start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(muster));
        command.addAll(List.of(arguments));
        Path log = folder.resolve(arguments[0] + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        processes.add(process);
        return log;
    }

    /**
     * Runs a plan to its end.
     *
     * @param sets changes to the plan
     * @param options further ones of {@code ./muster run}
     */
    Measured run(Path plan, List<String> sets, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(muster, "run", plan.toString(), "--coordinator", address));
        sets.forEach(set -> command.addAll(List.of("--set", set)));
        command.addAll(List.of(options));
        Finished finished = Finished.of(command, folder.resolve("run.log"));
        return read(finished.require(MEASURED).exitCode());
    }

    private Measured read(int exitCode) {
        List<Phase> phases = new ArrayList<>();
        String note = "exit code " + exitCode;
        try (Query query = Query.open(store())) {
            for (List<@Nullable Object> row : query.table(FIGURES).rows()) {
                boolean inserts = number(row.get(1)) == 1;
                double amount = number(row.get(inserts ? 2 : 3));
                phases.add(new Phase(String.valueOf(row.get(0)), amount, number(row.get(4))));
                note = "%s, exit code %d, %.0f errors".formatted(row.get(5), exitCode, number(row.get(6)));
            }
        }
        return new Measured(phases, note);
    }

    private static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value, "the store has no figure")).doubleValue();
    }

    /** The worker first: a coordinator that is gone would make it wait. */
    @Override
    public void close() throws IOException {
        for (Process process : processes.reversed()) {
            process.destroy();
            process.onExit()
                    .completeOnTimeout(process, PATIENCE_S, TimeUnit.SECONDS)
                    .join();
            process.destroyForcibly().onExit().join();
        }
        Folders.delete(folder);
    }
}

package muster.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import muster.benchmarks.measure.Measured;
import muster.benchmarks.measure.Measured.Phase;
import muster.benchmarks.process.FinishedProcess;
import muster.benchmarks.process.ServiceProcess;
import muster.servers.host.Folders;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/**
 * Muster's side: a coordinator and a worker, each a process that people would start, which stay up for run after run. So
 * what their compilers do to a driver's code is done in the pairs that warm up, and not measured at random.
 */
final class Cluster implements AutoCloseable {
    /** Ended well, thresholds missed, or found invalid: the throughput is there, and the note says which. */
    private static final Set<Integer> MEASURED = Set.of(0, 99, 111);

    private static final String FIGURES = """
            select p.phase, t.workload = 'batch-insert' as inserts, s.elements,
              s.throughput_per_s * (p.measured_until_ns - p.start_ns) / 1e9 as operations,
              p.measured_until_ns - p.start_ns as ns, s.validity, s.errors,
              (select coalesce(sum(n.retries), 0) from snapshot n where n.run_id = p.run_id and n.phase = p.phase) as retries
            from phase p join step_summary s using (run_id, step, trial, phase) join run_summary t using (run_id)
            where p.kind = 'measure' and run_id = (select max(run_id) from run)
            order by p.ordinal""";

    private final Path home;
    private final Path folder;
    private final ServiceProcess coordinator;
    private final ServiceProcess worker;
    private final String address;

    Cluster(Path home) throws IOException {
        this.home = home;
        this.folder = Files.createTempDirectory("muster-benchmark");
        this.coordinator = start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store().toString());
        this.address = coordinator.address();
        this.worker = start("worker", "--coordinator", address);
    }

    private Path store() {
        return folder.resolve("runs.db");
    }

    private ServiceProcess start(String... words) throws IOException {
        return ServiceProcess.start(home, folder.resolve(words[0] + ".log"), "", List.of(words));
    }

    /**
     * Runs a plan to its end.
     *
     * @param sets changes to the plan
     * @param options further ones of {@code ./muster run}
     */
    Measured run(Path plan, List<String> sets, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(home.resolve("muster").toString(), "run", plan.toString(), "--coordinator", address));
        sets.forEach(set -> command.addAll(List.of("--set", set)));
        command.addAll(List.of(options));
        FinishedProcess finished = FinishedProcess.of(command, folder.resolve("run.log"));
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
                note = "%s, exit code %d, %.0f retries, %.0f failed"
                        .formatted(row.get(5), exitCode, number(row.get(7)), number(row.get(6)));
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
        worker.close();
        coordinator.close();
        Folders.delete(folder);
    }
}

package muster.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import muster.benchmarks.Measured.Phase;
import muster.servers.Folders;
import muster.store.Query;
import org.jspecify.annotations.Nullable;

/**
 * Runs one plan on either side, each in processes of its own.
 *
 * @param options further ones of ./muster run
 */
record Trial(Path home, Path plan, List<String> sets, List<String> options) {
    /** Ended well, thresholds missed, or found invalid: the throughput is there, and the note says which. */
    private static final Set<Integer> MEASURED = Set.of(0, 99, 111);

    private static final String FIGURES = """
            select p.phase, t.workload = 'batch-insert' as inserts, s.elements,
              s.throughput_per_s * (p.measured_until_ns - p.start_ns) / 1e9 as operations,
              p.measured_until_ns - p.start_ns as ns, s.validity, s.errors
            from phase p join step_summary s using (run_id, step, trial, phase) join run_summary t using (run_id)
            where p.kind = 'measure'
            order by p.ordinal""";

    /** A cluster with one worker, as people start it. */
    Measured muster() throws Exception {
        Path folder = Files.createTempDirectory("muster-benchmark");
        try {
            Path store = folder.resolve("run.db");
            List<String> command = command(
                    home.resolve("muster").toString(),
                    "run",
                    plan.toString(),
                    "--workers",
                    "1",
                    "--store",
                    store.toString());
            command.addAll(options);
            Finished finished = Finished.of(command, folder.resolve("log"));
            return read(store, finished.require(MEASURED).exitCode());
        } finally {
            Folders.delete(folder);
        }
    }

    private static Measured read(Path store, int exitCode) {
        List<Phase> phases = new ArrayList<>();
        String note = "exit code " + exitCode;
        try (Query query = Query.open(store)) {
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

    /** The same plan by {@link Bare}. */
    Measured bare() throws Exception {
        Path folder = Files.createTempDirectory("muster-benchmark");
        try {
            String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
            String classes = System.getProperty("java.class.path");
            List<String> command = command(
                    java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, Bare.class.getName(), plan.toString());
            return Bare.read(Finished.of(command, folder.resolve("log")).require(Set.of(0)));
        } finally {
            Folders.delete(folder);
        }
    }

    private List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        sets.forEach(set -> command.addAll(List.of("--set", set)));
        return command;
    }
}

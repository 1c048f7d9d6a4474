package muster.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.ExitCode;

/**
 * A store file that real runs have written: a sweep of two steps with three trials each, then the same with one trial;
 * transactions hold two actions each. The rate is set, so that a busy machine does not make the trials differ by a factor.
 */
public final class RealFile {
    private static final String PLAN = """
            name: graphity-nowhere
            target: {kind: noop}
            workload: {kind: graphity, algorithm: stou, users: 200, seed: 42, actionsPerTransaction: 2,
              mix: {follow: 51.5, unfollow: 8, post: 40, addUser: 0.5}}
            phases:
              - {kind: load, clients: 2}
              - {kind: measure, duration: 1s, rate: 20000/s, maxInFlight: 2}
            sweep:
              measure.maxInFlight: [1, 2]
            """;
    private static Path made = Path.of("");

    private RealFile() {}

    /** A copy of its own for each test; the runs are made once. */
    public static Path in(Path folder) throws IOException {
        synchronized (RealFile.class) {
            if (made.toString().isEmpty()) {
                made = make(Files.createTempDirectory("muster-real"));
            }
        }
        return Files.copy(made, folder.resolve("real.db"));
    }

    private static Path make(Path folder) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        Path file = folder.resolve("real.db");
        for (List<String> more : List.of(List.of("--trials", "3", "--order-seed", "7"), List.of("--name", "single"))) {
            List<String> command = new ArrayList<>(
                    List.of("standalone", plan.toString(), "--store", file.toString(), "--samples", "1/10"));
            command.addAll(more);
            Shell.Result result = Cli.run(command.toArray(String[]::new));
            // The generator may be judged invalid on a busy machine; that is no matter here.
            if (result.exitCode() != 0 && result.exitCode() != ExitCode.INVALID_RUN.code()) {
                throw new AssertionError(result.err() + result.out());
            }
        }
        file.toFile().deleteOnExit();
        return file;
    }
}

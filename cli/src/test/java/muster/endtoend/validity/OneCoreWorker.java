package muster.endtoend.validity;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.TestHttpServer;

/** Runs of a real worker that may use one core. */
final class OneCoreWorker implements AutoCloseable {
    private static final String SATURATION = "('generator cpu', 'canary', 'hand-over', 'clients without a completion')";

    private final Path folder;
    private final Path file;
    private final Background background;

    OneCoreWorker(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("s.db");
        this.background = new Background(folder);
    }

    /**
     * Of 4 s before a server of the test.
     *
     * @param delay of each answer
     * @param load of the phase, such as "clients: 64"
     */
    Shell.Result run(Duration delay, String load) throws IOException {
        assumeThat(Shell.in(Path.of("/")).run("sh", "-c", "command -v taskset").exitCode())
                .as("taskset, of util-linux")
                .isZero();
        try (TestHttpServer server = new TestHttpServer(delay)) {
            String address = background
                    .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString())
                    .address();
            background
                    .pinned(0, "worker", "--coordinator", address, "--name", "w")
                    .awaitLine("joined the coordinator");
            String plan =
                    plan("http, uri: \"" + server.uri() + "\"}", "noop", "{kind: measure, duration: 4s, " + load + "}");
            return background
                    .start("run", plan, "--coordinator", address, "--expect-workers", "1")
                    .result();
        }
    }

    /** Without a cluster, and on all cores: operations that do nothing for so long. */
    Shell.Result standalone(String delay, String phase) throws IOException {
        String plan = plan("noop}", "noop, delay: " + delay, phase);
        return background.start("standalone", plan, "--store", file.toString()).result();
    }

    private String plan(String target, String workload, String phase) throws IOException {
        return Files.writeString(
                        folder.resolve("p.yaml"),
                        "name: p\ntarget: {kind: " + target + "\nworkload: {kind: " + workload + "}\nphases:\n  - "
                                + phase + "\n")
                .toString();
    }

    List<List<Object>> failedSaturationChecks() {
        return stored("select name, observed from check_summary where not passed and kind = 'validity' and name in "
                + SATURATION);
    }

    List<List<Object>> stored(String sql) {
        return new Stored(file, 1).rows(sql);
    }

    @Override
    public void close() {
        background.close();
    }
}

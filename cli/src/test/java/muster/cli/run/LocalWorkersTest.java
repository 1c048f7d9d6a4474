package muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import muster.workloads.plan.PlanAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, which only sleep in place of working. */
@Timeout(60)
class LocalWorkersTest {
    @TempDir
    private Path folder;

    private final AtomicInteger joined = new AtomicInteger();

    private Path program() throws IOException {
        Path program = Files.writeString(folder.resolve("worker"), "#!/bin/sh\nexec sleep 100\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private LocalWorkers start(Path program, int workers) {
        LocalCluster.Size size = new LocalCluster.Size(0, workers, new PythonProgram(program, 1));
        return new LocalWorkers("tcp://127.0.0.1:1", size, PlanAccess.unlimited(), joined::get, alive -> {});
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void each_further_one_starts_when_one_has_joined() throws IOException, InterruptedException {
        int first = LocalWorkers.atOnce();
        try (LocalWorkers workers = start(program(), first + 2)) {
            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(workers.running()).isEqualTo(first);
            joined.set(1);
            await(() -> workers.running() == first + 1);
            joined.set(2);
            await(() -> workers.running() == first + 2);
            assertThat(workers.failure()).isEmpty();
        }
    }

    @Test
    void one_that_cannot_be_started_later_ends_the_wait_with_its_reason() throws IOException, InterruptedException {
        int first = LocalWorkers.atOnce();
        Path program = program();
        try (LocalWorkers workers = start(program, first + 2)) {
            Files.delete(program);
            joined.set(2);
            await(() -> !workers.failure().isEmpty());
            assertThat(workers.failure()).startsWith("cannot start a worker process: ");
        }
    }
}

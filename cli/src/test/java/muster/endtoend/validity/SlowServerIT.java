package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real worker on one core before a slow server is not out of CPU, which other tests on that core would make it. Only these
 * checks are asked for, as a machine with other work may stall any process.
 */
@Tag("slow")
@Tag("alone")
@Tag("thorough")
class SlowServerIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"clients: 64", "rate: 20/s, maxInFlight: 64"})
    void a_worker_on_one_core_is_not_out_of_cpu(String load) throws IOException {
        try (OneCoreWorker worker = new OneCoreWorker(folder)) {
            Shell.Result result = worker.run(Duration.ofMillis(800), load);
            assertThat(worker.failedSaturationChecks())
                    .as(result.out() + result.err())
                    .isEmpty();
            assertThat(worker.stored("select passed from check_summary where name = 'canary'"))
                    .containsExactly(List.of(1L));
        }
    }
}

package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real worker on one core before a fast server is out of CPU, however many clients share that core; what other processes
 * take of the core makes it worse. {@link SlowServerIT} has the opposite.
 */
@Tag("slow")
@Tag("thorough")
class SaturationIT {
    @TempDir
    private Path folder;

    private OneCoreWorker worker;

    @BeforeEach
    void prepare() {
        worker = new OneCoreWorker(folder);
    }

    @AfterEach
    void end() {
        worker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients: 64", "clients: 512", "rate: 20000/s, maxInFlight: 512, drain: 2s"})
    void a_worker_on_one_core_before_a_fast_server_is_out_of_cpu(String load) throws IOException {
        Shell.Result result = worker.run(Duration.ZERO, load);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(worker.failedSaturationChecks()).as(result.out()).isNotEmpty();
        assertThat(worker.stored("select validity from run_summary")).containsExactly(List.of("invalid"));
        assertThat(result.out()).contains("INVALID  ").contains("core it may use");
    }

    @Test
    void clients_that_never_complete_an_operation_are_counted_before_they_are_closed() throws IOException {
        Shell.Result result = worker.standalone("20s", "{kind: measure, duration: 4s, clients: 4}");
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(worker.stored("select observed from check_summary where name = 'clients without a completion'"))
                .containsExactly(List.of("4"));
    }

    @Test
    void fewer_operations_than_clients_is_no_evidence() throws IOException {
        Shell.Result result = worker.standalone("1500ms", "{kind: measure, operations: 4, clients: 8}");
        assertThat(worker.stored("select observed from check_summary where name = 'clients without a completion'"))
                .as(result.out() + result.err())
                .isEmpty();
    }
}

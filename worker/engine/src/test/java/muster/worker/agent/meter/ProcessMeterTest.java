package muster.worker.agent.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {
    @Test
    void carriers_of_clients_and_threads_of_drivers_hold_operations_up() {
        assertThat(List.of(
                        "ForkJoinPool-1-", "Neo4jDriverIO-2", "gremlin-driver-", "vert.x-eventloo", "OkHttp 127.0.0."))
                .allMatch(ProcessMeter::carriesOperations);
    }

    @Test
    void others_wait_for_a_core_beside_them() {
        assertThat(List.of("C2 CompilerThre", "G1 Conc#0", "java", "iothread-2", "reporter", "pacer", "muster-window"))
                .noneMatch(ProcessMeter::carriesOperations);
    }
}

package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.model.CheckRow;
import org.junit.jupiter.api.Test;

/** A warm-up of which nothing completed. */
class FailedWarmupTest {
    private final TestCluster cluster = new TestCluster();

    private Stream<CheckRow> warnings(String outcome) {
        cluster.available = 40;
        cluster.outcomes = List.of(outcome);
        cluster.worker("a");
        cluster.submit(plan("{kind: warmup, duration: 2s, clients: 4}", "{kind: measure, duration: 2s, clients: 4}"));
        cluster.pass(2_000);
        for (int second = 0; second < 10; second++) {
            cluster.workers.getFirst().execute(10).report();
            cluster.pass(1_000);
        }
        assertThat(cluster.written(Action.ClosePhase.class)).hasSize(2);
        return cluster.written(Action.WriteChecks.class).stream()
                .flatMap(checks -> checks.rows().stream())
                .filter(row -> row.name().equals("failed warm-up"));
    }

    @Test
    void it_is_a_warning_of_the_run() {
        assertThat(warnings("HTTP 500"))
                .singleElement()
                .satisfies(row -> assertThat(row.reason())
                        .isEqualTo("all operations in phase warmup failed (HTTP 500), so it warmed nothing up"));
    }

    @Test
    void one_that_completed_something_is_none() {
        assertThat(warnings("ok")).isEmpty();
    }
}

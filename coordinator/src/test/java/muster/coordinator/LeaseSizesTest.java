package muster.coordinator;

import static muster.coordinator.Cluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseSizesTest {
    private final Cluster cluster = new Cluster();

    @Test
    void leases_last_longer_where_there_would_be_more_than_a_thousand_a_second() {
        assertThat(IntStream.of(1, 250, 500, 1_000, 2_000, 100_000).mapToDouble(LeaseSizes::seconds))
                .containsExactly(0.25, 0.25, 0.5, 1.0, 2.0, 2.0);
    }

    /** Lease size, leases that a worker can hold, operations, workers. */
    private static final int[][] STARTS = {
        {0, 2, 8, 1},
        {0, 2, 8, 2},
        {0, 2, 8, 3},
        {0, 6, 8, 3},
        {0, 2, 5, 3},
        {0, 2, 16, 2},
        {1000, 2, 8, 3},
        {1, 8, 8, 3},
        {3, 6, 8, 2}
    };

    @Test
    void at_the_start_nobody_holds_more_than_its_clients_need() {
        for (int[] start : STARTS) {
            Cluster small = new Cluster();
            small.leaseSize = start[0];
            small.expectWorkers = start[3];
            for (int i = 0; i < start[3]; i++) {
                small.worker("w" + i).window = start[1];
            }
            small.submit(plan("{kind: measure, operations: " + start[2] + ", clients: 8}"));
            small.pass(1_000);
            int rounds = Math.ceilDiv(start[2], 8);
            assertThat(small.workers).as(Arrays.toString(start)).allSatisfy(worker -> {
                assertThat(worker.started).isTrue();
                assertThat(worker.left()).isLessThanOrEqualTo((long) rounds * worker.clients);
            });
            assertThat(small.workers.stream().mapToLong(FakeWorker::left).sum())
                    .as(Arrays.toString(start))
                    .isEqualTo(start[2]);
        }
    }

    @Test
    void the_last_leases_are_divided_by_clients() {
        cluster.expectWorkers = 2;
        FakeWorker first = cluster.worker("a");
        FakeWorker second = cluster.worker("b");
        cluster.submit(plan("{kind: measure, operations: 20, clients: 8}"));
        cluster.pass(1_000);
        first.execute(4);
        assertThat(first.left())
                .as("4 of its 8, and a part of the 4 that nobody held")
                .isLessThanOrEqualTo(6);
        second.execute(4);
        assertThat(first.left() + second.left()).isLessThanOrEqualTo(12).isGreaterThanOrEqualTo(10);
    }
}

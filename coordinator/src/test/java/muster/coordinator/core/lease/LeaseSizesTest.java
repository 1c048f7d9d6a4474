package muster.coordinator.core.lease;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import muster.coordinator.core.FakeWorker;
import muster.coordinator.core.TestCluster;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.MemberStream;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.protocol.Hello;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class LeaseSizesTest {
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
            TestCluster small = new TestCluster();
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
    void the_last_leases_are_divided_by_clients_among_what_nobody_holds() {
        LeaseSizes sizes = new LeaseSizes(0, phase(1_000, 1));
        assertThat(sizes.next(member(1), 16, true, 2)).isEqualTo(1);
        assertThat(sizes.next(member(7), 16, true, 2)).isEqualTo(7);
        assertThat(new LeaseSizes(100, phase(1_000, 1)).next(member(4), 8, true, 2))
                .as("a set size is the most that a lease holds")
                .isEqualTo(2);
    }

    @Test
    void parts_are_whole_blocks() {
        assertThat(new LeaseSizes(0, phase(1_000, 10)).next(member(3), 85, true, 2))
                .isEqualTo(20);
        assertThat(new LeaseSizes(0, phase(80, 10)).next(member(3), 80, false, 2))
                .isEqualTo(30);
    }

    @Test
    void a_phase_that_a_duration_bounds_has_no_parts() {
        LeaseSizes sizes = new LeaseSizes(500, phase(-1, 1));
        assertThat(sizes.next(member(4), Long.MAX_VALUE, false, 2)).isEqualTo(500);
        assertThat(sizes.next(member(4), Long.MAX_VALUE, true, 2)).isEqualTo(500);
    }

    private static MemberStream member(int share) {
        WorkerSession worker = new WorkerSession(share, Hello.getDefaultInstance(), new Peer("w" + share), 0);
        return new PhaseMember(worker, List.of(share), false, 0).stream(0);
    }

    private static ExecutedPhase phase(long planned, int block) {
        PhaseSpec spec = PlanReader.parse(plan("{kind: measure, operations: 8, clients: 8}"), "test", List.of())
                .phases()
                .getFirst();
        return new ExecutedPhase("measure", spec, new PhaseKey(1, 0, "", 0, 1), planned, block, false);
    }
}

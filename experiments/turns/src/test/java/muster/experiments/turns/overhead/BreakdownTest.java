package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import muster.experiments.turns.ArmCosts;
import muster.experiments.turns.Restart;
import muster.statistics.Interval;
import org.junit.jupiter.api.Test;

class BreakdownTest {
    private static ArmCosts run(
            double perS, double serviceNs, double leaseNs, double snapshotNs, double coordinatorNs) {
        boolean cluster = coordinatorNs > 0;
        return new ArmCosts(
                perS, 8, 2, serviceNs, leaseNs, snapshotNs, cluster ? 8 : 1, cluster ? 3 : 2, coordinatorNs);
    }

    private static final ArmCosts STANDALONE = run(10e6, 50, 4, 1, 0);
    private static final ArmCosts CLUSTER = run(8e6, 56, 12, 4, 20);

    @Test
    void the_six_parts_sum_up_to_the_difference() {
        Breakdown parts = Breakdown.of(STANDALONE, CLUSTER);
        // Two slots: 200 ns and 250 ns an operation.
        assertThat(parts.differenceNs()).isCloseTo(50, within(1e-9));
        assertThat(parts.leaseNs()
                        + parts.snapshotsNs()
                        + parts.coordinatorNs()
                        + parts.commitNs()
                        + parts.serviceNs()
                        + parts.unexplainedNs())
                .isCloseTo(parts.differenceNs(), within(1e-9));
    }

    @Test
    void each_part_is_what_it_is_called() {
        Breakdown parts = Breakdown.of(STANDALONE, CLUSTER);
        assertThat(parts.leaseNs()).as("8 clients share 2 slots").isEqualTo(8 * 2 / 8.0);
        assertThat(parts.snapshotsNs()).isEqualTo(3);
        assertThat(parts.coordinatorNs())
                .as("20 without 3 of commits; 1 in standalone")
                .isEqualTo(20 - 3 - 1);
        assertThat(parts.commitNs()).isEqualTo(1);
        assertThat(parts.serviceNs()).as("operations compute, one a core").isEqualTo(6);
    }

    @Test
    void service_time_of_operations_that_wait_for_the_target_is_shared_by_the_slots() {
        ArmCosts standalone = run(8_000, 1e6, 0, 1, 0);
        ArmCosts cluster = run(7_000, 1.1e6, 0, 1, 20);
        assertThat(Breakdown.of(standalone, cluster).serviceNs()).isCloseTo(0.1e6 * 2 / 8, within(1e-6));
    }

    @Test
    void a_comparison_has_the_mean_of_its_restarts_where_both_arms_have_costs() {
        Restart both = new Restart(List.of(), Map.of(), Map.of("standalone", STANDALONE, "cluster", CLUSTER));
        Restart one = new Restart(List.of(), Map.of(), Map.of("standalone", STANDALONE));
        Map<String, Interval> parts = Breakdown.of(List.of(both, one, both), "standalone", "cluster");
        assertThat(parts)
                .containsOnlyKeys(
                        "lease_wait", "snapshots", "coordinator", "commit", "service", "unexplained", "difference");
        assertThat(parts.get("difference").estimate()).isCloseTo(50, within(1e-9));
        assertThat(Breakdown.of(List.of(one), "standalone", "cluster")).isEmpty();
    }
}

package muster.store.analysis.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import muster.model.OutcomeCounts;
import muster.store.file.row.comparison.OverheadFigureRow;
import org.junit.jupiter.api.Test;

class BreakdownTest {
    private static RunFigures run(
            double perS, int clients, double serviceNs, double leaseNs, double snapshotNs, Map<String, Double> cpuNs) {
        double loop = cpuNs.containsKey("coordinator") ? 8 : 1;
        double commit = cpuNs.containsKey("coordinator") ? 3 : 2;
        return new RunFigures(
                1,
                OutcomeCounts.NONE,
                perS,
                100,
                200,
                Double.NaN,
                clients,
                false,
                2,
                serviceNs,
                leaseNs,
                snapshotNs,
                loop,
                commit,
                9,
                cpuNs);
    }

    private static final RunFigures STANDALONE = run(10e6, 8, 50, 4, 1, Map.of("standalone", 200.0));
    private static final RunFigures CLUSTER = run(8e6, 8, 56, 12, 4, Map.of("coordinator", 20.0, "local-1", 230.0));

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
        RunFigures standalone = run(8_000, 8, 1e6, 0, 1, Map.of("standalone", 200.0));
        RunFigures cluster = run(7_000, 8, 1.1e6, 0, 1, Map.of("coordinator", 20.0));
        assertThat(Breakdown.of(standalone, cluster).serviceNs()).isCloseTo(0.1e6 * 2 / 8, within(1e-6));
    }

    @Test
    void a_comparison_has_every_figure_and_stores_it() {
        OverheadComparison comparison =
                OverheadComparison.of(0, List.of(STANDALONE, STANDALONE), List.of(CLUSTER, CLUSTER), null);
        assertThat(comparison.throughput().ratio().estimate()).isCloseTo(0.8, within(1e-9));
        assertThat(comparison.figure("cpu_per_operation").ratio().estimate()).isCloseTo(1.25, within(1e-9));
        assertThat(comparison.figure("p999").ratio().bounded()).isFalse();
        assertThat(comparison.end(7L).figures())
                .extracting(OverheadFigureRow::name)
                .contains("throughput", "p999", "standalone", "coordinator", "local-1", "unexplained");
    }

    @Test
    void the_open_model_has_no_breakdown() {
        RunFigures open = new RunFigures(
                1, OutcomeCounts.NONE, 1e3, 1, 1, 1, 8, true, 2, 1, 0, 0, 0, 0, 0, Map.of("standalone", 1.0));
        OverheadComparison comparison = OverheadComparison.of(0, List.of(open), List.of(open), null);
        assertThat(comparison.breakdown()).isEmpty();
    }
}

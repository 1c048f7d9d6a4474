package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.store.file.Given;
import muster.store.file.Store;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArmLatencyTest {
    private static final Histogram HUNDRED = Given.histogram(new long[100]);
    private static final Histogram FORTY = Given.histogram(new long[40]);

    @TempDir
    private Path folder;

    private ArmLatency read(long fromNs) {
        Path file = folder.resolve("arm.db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 1, -1);
            List<Series> series = Given.all(
                    Given.both("post", "ok", HUNDRED),
                    Given.both("post", "absent", FORTY),
                    Given.both("unfollow", "absent", FORTY),
                    Given.both("feed", "timeout", FORTY));
            Given.commit(store, List.of(Given.report(at, 1, 1, Given.START, series, Given.range(0, 220))), List.of());
            return ArmLatency.read(
                    file, fromNs, (operation, executed) -> operation.equals("unfollow") ? executed : executed / 10);
        }
    }

    @Test
    void what_is_absent_beyond_what_the_plan_asks_for_is_counted_by_operation() {
        ArmLatency latency = read(Given.START);
        assertThat(latency.counts()).isEqualTo(new OutcomeCounts(100, 40, 80, 0, 0, 0));
        assertThat(latency.unexpected()).isEqualTo(40 - 14);
        assertThat(latency.p50Ns()).isFinite();
    }

    @Test
    void outcomes_of_turns_that_are_not_measured_count_too_and_their_times_do_not() {
        ArmLatency latency = read(Given.START + 1);
        assertThat(latency.counts()).isEqualTo(new OutcomeCounts(100, 40, 80, 0, 0, 0));
        assertThat(latency.p50Ns()).isNaN();
    }
}

package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.worker.agent.meter.Quiet;
import org.junit.jupiter.api.Test;

class SlowedLeasesTest {
    private static final long APART_MS = 100;

    @Test
    void asking_again_costs_a_share_of_the_time_since_it_was_asked_before() throws Exception {
        Quiet.within(5_000_000, () -> {
            List<Long> asked = new ArrayList<>();
            SlowedLeases leases = new SlowedLeases((total, rate) -> asked.add(total), 0.5, System::nanoTime);
            assertThat(millisecondsToAsk(leases, 1)).as("the first time").isLessThan(APART_MS / 4);
            Thread.sleep(APART_MS);
            assertThat(millisecondsToAsk(leases, 2)).isBetween(APART_MS / 2, 2 * APART_MS);
            assertThat(asked).containsExactly(1L, 2L);
        });
    }

    @Test
    void a_rest_between_turns_costs_nothing() throws Exception {
        Quiet.within(5_000_000, () -> {
            // A clock that stands still.
            SlowedLeases leases = new SlowedLeases((total, rate) -> {}, 0.5, () -> 1);
            leases.want(1, 0);
            Thread.sleep(4 * APART_MS);
            assertThat(millisecondsToAsk(leases, 2)).isLessThan(APART_MS);
        });
    }

    private static long millisecondsToAsk(SlowedLeases leases, long total) {
        long startNs = System.nanoTime();
        leases.want(total, 0);
        return (System.nanoTime() - startNs) / 1_000_000;
    }
}

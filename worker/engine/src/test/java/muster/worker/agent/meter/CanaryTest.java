package muster.worker.agent.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import muster.worker.engine.BusyCarriers;
import org.junit.jupiter.api.Test;

class CanaryTest {
    private static final long MS = 1_000_000;

    @Test
    void it_is_late_by_what_it_waits_for_a_carrier_even_while_it_still_waits() throws Exception {
        try (Canary canary = new Canary()) {
            BusyCarriers.during(() -> {
                Canary.Reading before = canary.read();
                awaitSamples(canary, before.samples() + 40);
                Canary.Reading after = canary.read();
                long samples = after.samples() - before.samples();
                // Due every 10 ms for 400 ms, and none has run: 200 ms on average, whatever else the machine does.
                assertThat((after.lateNs() - before.lateNs()) / samples).isGreaterThan(150 * MS);
                assertThat(after.over1ms()).isEqualTo(before.over1ms());
            });
        }
    }

    @Test
    void after_a_stall_all_that_were_due_in_it_are_counted() throws Exception {
        try (Canary canary = new Canary()) {
            Canary.Reading before = canary.read();
            BusyCarriers.during(() -> awaitSamples(canary, before.samples() + 40));
            await(() -> canary.read().over1ms() - before.over1ms() > 20);
            assertThat(canary.read().lateNs() - before.lateNs()).isGreaterThan(20 * 150 * MS);
        }
    }

    @Test
    void whoever_asks_first_takes_the_longest_delay_from_nobody() {
        try (Canary canary = new Canary()) {
            awaitSamples(canary, 3);
            long longestNs = canary.read().hiccupMaxNs();
            assertThat(longestNs).isPositive();
            assertThat(canary.read().hiccupMaxNs()).isGreaterThanOrEqualTo(longestNs);
        }
    }

    private static void awaitSamples(Canary canary, long samples) {
        await(() -> canary.read().samples() >= samples);
    }

    private static void await(BooleanSupplier condition) {
        long untilNs = System.nanoTime() + 60_000 * MS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(untilNs);
            LockSupport.parkNanos(MS);
        }
    }
}

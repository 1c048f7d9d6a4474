package muster.protocol.zeromq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import zmq.util.Clock;

class ClockTest {
    /** That of jeromq is the wall clock, and stands behind ours on the class path. */
    @Test
    void jeromq_counts_milliseconds_with_the_monotonic_clock() {
        long before = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        assertThat(Clock.nowMS()).isBetween(before, before + 60_000);
        assertThat(Clock.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .doesNotContain("jeromq");
    }
}

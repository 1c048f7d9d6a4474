package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import muster.protocol.Resources;
import org.junit.jupiter.api.Test;

class PhaseWindowTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicInteger readings = new AtomicInteger();

    /** When the start is announced, when it comes, and at the end. */
    private Resources meter() {
        return at(List.of(4, 10, 30).get(readings.getAndIncrement()));
    }

    private static Resources at(long sum) {
        return Resources.newBuilder()
                .setReadAtNs(sum)
                .setCpuNs(sum)
                .setHiccupNs(sum)
                .setCanaryLateNs(sum)
                .setServiceNs(sum)
                .setHandoverNs(sum)
                .build();
    }

    @Test
    void until_the_end_it_grows_and_then_only_what_is_drained_is_added() {
        long nowNs = System.nanoTime();
        try (PhaseWindow window = new PhaseWindow(this::meter, nowNs, nowNs + SECOND / 20)) {
            await(window, at(100), 20);
            Resources phase = window.until(at(100));
            assertThat(phase.getReadAtNs()).isEqualTo(20);
            assertThat(phase.getHiccupNs()).isEqualTo(20);
            assertThat(phase.getCanaryLateNs()).isEqualTo(20);
            assertThat(phase.getServiceNs()).isEqualTo(90);
            assertThat(phase.getHandoverNs()).isEqualTo(100);
        }
    }

    @Test
    void without_an_end_it_extends_to_the_reading() {
        try (PhaseWindow window = new PhaseWindow(this::meter, System.nanoTime(), Long.MAX_VALUE)) {
            await(window, at(100), 90);
            assertThat(window.until(at(200)).getCpuNs()).isEqualTo(190);
        }
    }

    @Test
    void a_phase_that_is_over_before_its_start_was_read_is_judged_from_when_it_was_announced() {
        try (PhaseWindow window = new PhaseWindow(this::meter, System.nanoTime() + 1_000 * SECOND, Long.MAX_VALUE)) {
            assertThat(window.until(at(100)).getCpuNs()).isEqualTo(96);
        }
    }

    @Test
    void without_a_phase_nothing_was_used() {
        assertThat(PhaseWindow.NONE.until(at(100))).isEqualTo(Resources.getDefaultInstance());
    }

    private static void await(PhaseWindow window, Resources now, long cpuNs) {
        long untilNs = System.nanoTime() + 30 * SECOND;
        while (window.until(now).getCpuNs() != cpuNs) {
            assertThat(System.nanoTime()).as("it never said " + cpuNs).isLessThan(untilNs);
            LockSupport.parkNanos(1_000_000);
        }
    }
}

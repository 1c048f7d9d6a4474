package muster.coordinator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickPaceTest {
    private static final long MS = 1_000_000;

    private final TickPace pace = new TickPace(-5);

    @Test
    void ticks_that_take_no_time_come_every_50_ms() {
        assertThat(pace.isDue(-5)).isTrue();
        pace.ticked(0, MS);
        assertThat(pace.isDue(49 * MS)).isFalse();
        assertThat(pace.isDue(50 * MS)).isTrue();
    }

    @Test
    void longer_ones_come_less_often_and_never_after_more_than_200_ms() {
        pace.ticked(0, 4 * MS);
        assertThat(pace.isDue(127 * MS)).isFalse();
        assertThat(pace.isDue(128 * MS)).isTrue();
        pace.ticked(0, 80 * MS);
        assertThat(pace.isDue(199 * MS)).isFalse();
        assertThat(pace.isDue(200 * MS)).isTrue();
    }
}

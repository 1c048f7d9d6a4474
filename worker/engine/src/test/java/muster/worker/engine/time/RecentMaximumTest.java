package muster.worker.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentMaximumTest {
    private static final long S = 1_000_000_000;

    private final RecentMaximum maximum = new RecentMaximum();

    @Test
    void it_is_that_of_this_second_and_the_one_before_however_often_it_is_asked() {
        maximum.record(10 * S, 7);
        maximum.record(10 * S + 1, 9);
        maximum.record(10 * S + 2, 8);
        assertThat(maximum.at(11 * S - 1)).isEqualTo(9);
        maximum.record(11 * S, 3);
        assertThat(maximum.at(11 * S)).isEqualTo(9);
        assertThat(maximum.at(12 * S - 1)).isEqualTo(9);
        assertThat(maximum.at(12 * S)).isEqualTo(3);
        assertThat(maximum.at(13 * S)).isZero();
    }

    @Test
    void a_thread_that_read_the_clock_and_then_waited_takes_nothing_away() {
        maximum.record(10 * S, 7);
        assertThat(maximum.at(11 * S)).isEqualTo(7);
        maximum.record(11 * S - 1, 5);
        assertThat(maximum.at(11 * S)).isEqualTo(7);
        assertThat(maximum.at(12 * S)).isEqualTo(5);
    }

    @Test
    void the_clock_may_be_below_zero() {
        maximum.record(-5 * S, 7);
        assertThat(maximum.at(-4 * S)).isEqualTo(7);
        assertThat(maximum.at(-3 * S)).isZero();
    }

    @Test
    void a_second_without_a_value_ends_what_was_before() {
        maximum.record(10 * S, 7);
        assertThat(maximum.at(12 * S)).isZero();
    }
}

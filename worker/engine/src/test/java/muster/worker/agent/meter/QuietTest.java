package muster.worker.agent.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuietTest {
    private final AtomicInteger runs = new AtomicInteger();

    private void failing(int times) {
        assertThat(runs.incrementAndGet()).as("run").isGreaterThan(times);
    }

    @Test
    void a_miss_of_a_process_that_was_not_held_up_is_a_failure() {
        assertThatThrownBy(() -> Quiet.within(Long.MAX_VALUE, () -> failing(1))).isInstanceOf(AssertionError.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_miss_of_a_process_that_was_held_up_is_tried_again() throws Exception {
        Quiet.within(-1, () -> failing(2));
        assertThat(runs).hasValue(3);
    }

    @Test
    void what_is_never_quiet_is_skipped_and_says_why() {
        assertThatThrownBy(() -> Quiet.within(-1, () -> failing(100)))
                .isNotInstanceOf(AssertionError.class)
                .hasMessageContaining("needs a quieter machine: 20 attempts")
                .hasMessageContaining("held up for");
    }
}

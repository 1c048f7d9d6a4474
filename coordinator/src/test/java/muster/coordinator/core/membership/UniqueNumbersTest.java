package muster.coordinator.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An incarnation gave out a number that one before it had given out and not written down: two workers were one session. */
class UniqueNumbersTest {
    @Test
    void no_two_incarnations_give_out_the_same_number() {
        Set<Long> sessions = new HashSet<>();
        Set<Long> tasks = new HashSet<>();
        Set<Long> bases = new HashSet<>();
        for (int incarnation = 0; incarnation < 50; incarnation++) {
            UniqueNumbers numbers = new UniqueNumbers();
            numbers.after(incarnation);
            assertThat(bases.add(numbers.base())).isTrue();
            for (int i = 0; i < 1_000; i++) {
                assertThat(sessions.add(numbers.nextSession())).isTrue();
                assertThat(tasks.add(numbers.nextTask())).isTrue();
            }
        }
        assertThat(sessions).contains(1L).doesNotContain(0L);
    }
}

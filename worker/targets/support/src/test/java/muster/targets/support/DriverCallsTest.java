package muster.targets.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Test;

class DriverCallsTest {
    private final DriverCalls calls = new DriverCalls(
            "Database at 127.0.0.1:1", SQLException.class, failure -> "it says " + failure.getMessage());

    @Test
    void a_failure_of_the_driver_is_one_line_with_target_and_cause() {
        SQLException failure = new SQLException("no");
        assertThatThrownBy(() -> calls.ask(() -> {
                    throw failure;
                }))
                .isInstanceOf(TargetException.class)
                .hasMessage("Database at 127.0.0.1:1: it says no")
                .hasCause(failure);
    }

    @Test
    void a_refusal_of_the_target_itself_stays_what_it_is() {
        TargetException refusal = new TargetException("too old");
        assertThatThrownBy(() -> calls.ask(() -> {
                    throw refusal;
                }))
                .isSameAs(refusal);
    }

    @Test
    void a_bug_is_no_failure_of_the_driver() {
        assertThatThrownBy(() -> calls.ask(() -> {
                    throw new ClassCastException("a bug");
                }))
                .isInstanceOf(ClassCastException.class);
    }

    @Test
    void an_interrupt_is_kept() {
        assertThatThrownBy(() -> calls.ask(() -> {
                    throw new InterruptedException();
                }))
                .hasMessage("Database at 127.0.0.1:1: interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}

package muster.coordinator.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    @Test
    void of_several_the_first_of_semantics_22_is_returned_and_not_the_largest_number() {
        List<Integer> order = List.of(104, 2, 105, 97, 111, 99, 98, 1, 0);
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::code)).isEqualTo(order);
        for (ExitCode one : ExitCode.values()) {
            for (ExitCode other : ExitCode.values()) {
                int first = order.get(Math.min(order.indexOf(one.code()), order.indexOf(other.code())));
                assertThat(one.worse(other).code()).as(one + " and " + other).isEqualTo(first);
            }
        }
    }

    /** What the demo got wrong: the greater of 2 and 99, or of 1 and 98, is not the worse one. */
    @Test
    void a_fault_is_worse_than_a_missed_threshold_and_an_undecided_gate_worse_than_failed_operations() {
        assertThat(ExitCode.of(2).worse(ExitCode.of(99)).code()).isEqualTo(2);
        assertThat(ExitCode.of(1).worse(ExitCode.of(98)).code()).isEqualTo(98);
    }

    /** A busy machine must not hide wrong answers. */
    @Test
    void wrong_answers_are_worse_than_an_invalid_run() {
        assertThat(ExitCode.of(111).worse(ExitCode.of(97)).code()).isEqualTo(97);
    }

    @Test
    void a_number_that_is_none_of_ours_is_a_fault() {
        assertThat(ExitCode.of(137)).isEqualTo(ExitCode.FAULT);
        assertThat(ExitCode.of(111)).isEqualTo(ExitCode.INVALID_RUN);
    }
}

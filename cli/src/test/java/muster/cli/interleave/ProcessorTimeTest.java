package muster.cli.interleave;

import static org.assertj.core.api.Assertions.assertThat;

import muster.cli.interleave.ProcessorTime.Used;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void this_process_has_used_its_processors_and_its_compilers_a_part_of_that() {
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        Used first = own.read();
        assertThat(first.compilerNs()).isPositive().isLessThan(first.ns());
        Used since = own.read().since(first);
        assertThat(since.ns()).isPositive();
        assertThat(since.compilerNs()).isNotNegative().isLessThanOrEqualTo(since.ns());
    }

    @Test
    void of_a_process_that_is_not_there_nothing_is_known() {
        assertThat(new ProcessorTime(Integer.MAX_VALUE).read()).isEqualTo(new Used(0, 0));
    }
}

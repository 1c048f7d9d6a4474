package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import muster.experiments.turns.ProcessorTime.Used;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void this_process_has_used_its_processors_and_its_compilers_a_part_of_that() throws InterruptedException {
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        Used first = own.read();
        assertThat(first.compilerNs()).isPositive().isLessThan(first.ns());
        // The system adds up what a thread ran when it leaves its core.
        TimeUnit.MILLISECONDS.sleep(1);
        Used since = own.read().since(first);
        assertThat(since.ns()).isPositive();
        assertThat(since.compilerNs()).isNotNegative().isLessThanOrEqualTo(since.ns());
    }

    @Test
    void of_a_process_that_is_not_there_nothing_is_known() {
        assertThat(new ProcessorTime(Integer.MAX_VALUE).read()).isEqualTo(new Used(0, 0));
    }
}

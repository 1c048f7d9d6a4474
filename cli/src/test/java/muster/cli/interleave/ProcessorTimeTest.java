package muster.cli.interleave;

import static org.assertj.core.api.Assertions.assertThat;

import muster.cli.interleave.ProcessorTime.Used;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void of_a_process_that_is_not_there_nothing_is_known() {
        assertThat(new ProcessorTime(Integer.MAX_VALUE).read()).isEqualTo(new Used(0, 0));
    }
}

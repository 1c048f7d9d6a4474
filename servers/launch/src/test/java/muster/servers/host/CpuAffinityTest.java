package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CpuAffinityTest {
    @Test
    void a_process_may_use_the_first_processors_and_the_kernel_says_so() throws IOException {
        List<String> command = new ArrayList<>(CpuAffinity.command(1));
        command.add("cat");
        Process cat = new ProcessBuilder(command).start();
        try {
            cat.outputWriter().append("taskset has run\n").flush();
            assertThat(cat.inputReader().readLine()).isEqualTo("taskset has run");
            assertThat(CpuAffinity.allowed(cat.pid())).matches("\\d+");
        } finally {
            cat.destroy();
        }
    }

    @Test
    void all_processors_need_no_command_and_more_than_there_are_is_refused() {
        assertThat(CpuAffinity.command(0)).isEmpty();
        assertThatThrownBy(() -> CpuAffinity.command(4_000))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("cpus 4000: this host allows");
    }

    @Test
    void a_process_that_has_ended_has_none() {
        assertThat(CpuAffinity.allowed(Integer.MAX_VALUE)).isEmpty();
    }
}

package muster.worker.agent.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.host.CpuQuota;
import muster.host.ProcFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuAllowanceTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    @Test
    void cores_of_the_affinity_mask_are_allowed_and_only_their_idle_time_counts() throws IOException {
        cores("0-1,3");
        idle(100, 100, 100, 100);
        CpuAllowance allowance = allowance();
        idle(110, 120, 999, 130);
        CpuAllowance.Reading reading = allowance.read(2 * SECOND);
        assertThat(reading.allowedNs()).isEqualTo(6 * SECOND);
        assertThat(reading.idleNs()).isEqualTo(60 * 10_000_000L);
    }

    @Test
    void a_mask_that_changes_counts_from_then_on() throws IOException {
        cores("0-3");
        idle(0, 0, 0, 0);
        CpuAllowance allowance = allowance();
        allowance.read(SECOND);
        cores("2");
        idle(50, 50, 7, 50);
        CpuAllowance.Reading reading = allowance.read(2 * SECOND);
        assertThat(reading.allowedNs()).isEqualTo(5 * SECOND);
        assertThat(reading.idleNs()).isEqualTo(7 * 10_000_000L);
    }

    @Test
    void a_quota_below_the_mask_is_what_is_allowed() throws IOException {
        cores("0-3");
        idle(0, 0, 0, 0);
        file("self/cgroup", "0::/\n");
        Files.writeString(folder.resolve("cpu.max"), "50000 100000\n");
        assertThat(allowance().read(2 * SECOND).allowedNs()).isEqualTo(SECOND);
    }

    @Test
    void where_the_system_does_not_say_all_cores_of_the_machine_are_allowed_and_none_was_idle() {
        CpuAllowance.Reading reading = allowance().read(SECOND);
        assertThat(reading.allowedNs()).isEqualTo(SECOND * Runtime.getRuntime().availableProcessors());
        assertThat(reading.idleNs()).isZero();
    }

    private CpuAllowance allowance() {
        ProcFiles proc = new ProcFiles(folder);
        return new CpuAllowance(proc, new CpuQuota(proc, folder), 0);
    }

    private void cores(String list) throws IOException {
        file("thread-self/status", "Name:\tjava\nCpus_allowed:\tf\nCpus_allowed_list:\t" + list + "\n");
    }

    private void file(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    /** Ticks of idle and of waiting for input and output together. */
    private void idle(long... ticks) throws IOException {
        StringBuilder text = new StringBuilder("cpu  9 9 9 9 9 9 9 0 0 0\n");
        for (int core = 0; core < ticks.length; core++) {
            text.append(
                    "cpu%d 5 0 5 %d %d 0 0 3 0 0\n".formatted(core, ticks[core] - ticks[core] / 3, ticks[core] / 3));
        }
        Files.writeString(folder.resolve("stat"), text.append("intr 1 2 3\n"));
    }
}

package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
    @TempDir
    private Path folder;

    @Test
    void version_two_counts_microseconds() throws IOException {
        statistics("pod/x", "usage_usec 7\nnr_throttled 3\nthrottled_usec 1500\n");
        assertThat(throttledNs("0::/pod/x\n")).isEqualTo(1_500_000);
    }

    @Test
    void version_one_counts_nanoseconds_in_the_folder_of_its_controllers() throws IOException {
        statistics("cpu,cpuacct/x", "nr_periods 9\nthrottled_time 1500\n");
        assertThat(throttledNs("4:memory:/m\n3:cpu,cpuacct:/x\n0::/\n")).isEqualTo(1_500);
    }

    @Test
    void within_a_container_the_group_is_at_the_top() throws IOException {
        statistics("", "throttled_usec 2\n");
        assertThat(throttledNs("0::/docker/0123\n")).isEqualTo(2_000);
    }

    @Test
    void where_no_quota_can_be_seen_nothing_was_held_back() throws IOException {
        assertThat(throttledNs("2:pids:/\n0::/\n")).isZero();
        assertThat(new CpuQuota(folder.resolve("none"), folder).throttledNs()).isZero();
    }

    private void statistics(String group, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve(group)).resolve("cpu.stat"), text);
    }

    private long throttledNs(String groups) throws IOException {
        return new CpuQuota(Files.writeString(folder.resolve("groups"), groups), folder).throttledNs();
    }
}

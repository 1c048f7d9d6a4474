package muster.host;

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
        assertThat(new CpuQuota(new ProcFiles(folder.resolve("none")), folder).throttledNs("7"))
                .isZero();
    }

    @Test
    void the_least_quota_of_a_group_and_those_above_it_is_how_many_cores_it_may_use() throws IOException {
        file("pod/x", "cpu.max", "150000 100000\n");
        file("pod", "cpu.max", "50000 100000\n");
        file("", "cpu.max", "max 100000\n");
        assertThat(cores("0::/pod/x\n")).isEqualTo(0.5);
        assertThat(cores("0::/elsewhere\n")).isInfinite();
    }

    @Test
    void version_one_says_quota_and_period_in_files_of_their_own() throws IOException {
        file("cpu,cpuacct/x", "cpu.cfs_quota_us", "250000\n");
        file("cpu,cpuacct/x", "cpu.cfs_period_us", "100000\n");
        file("cpu,cpuacct", "cpu.cfs_quota_us", "-1\n");
        assertThat(cores("4:memory:/m\n3:cpu,cpuacct:/x\n0::/\n")).isEqualTo(2.5);
    }

    @Test
    void the_controllers_of_a_group_may_be_listed_in_another_order_than_their_folder_has() throws IOException {
        file("cpu/x", "cpu.cfs_quota_us", "150000\n");
        file("cpu/x", "cpu.cfs_period_us", "100000\n");
        assertThat(cores("3:cpuset:/\n2:cpuacct,cpu:/x\n")).isEqualTo(1.5);
    }

    @Test
    void without_a_quota_there_is_no_bound() throws IOException {
        assertThat(cores("0::/\n")).isInfinite();
        assertThat(cores("0::/../../elsewhere\n")).isInfinite();
        assertThat(cores("")).isInfinite();
    }

    private void file(String group, String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve(group)).resolve(name), text);
    }

    private double cores(String groups) throws IOException {
        return quota(groups).cores("7");
    }

    private long throttledNs(String groups) throws IOException {
        return quota(groups).throttledNs("7");
    }

    private CpuQuota quota(String groups) throws IOException {
        file("proc/7", "cgroup", groups);
        return new CpuQuota(new ProcFiles(folder.resolve("proc")), folder);
    }

    private void statistics(String group, String text) throws IOException {
        file(group, "cpu.stat", text);
    }
}

package muster.coordinator.observer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
    @TempDir
    private Path folder;

    private double cores(String membership) throws IOException {
        write("proc/7/cgroup", membership);
        return new CpuQuota(new ProcFiles(folder.resolve("proc")), folder.resolve("cgroup")).cores(7);
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.resolveSibling("."));
        Files.writeString(path, text + "\n");
    }

    @Test
    void a_group_has_the_quota_of_the_tightest_group_above_it() throws IOException {
        write("cgroup/a/cpu.max", "50000 100000");
        write("cgroup/a/b/cpu.max", "max 100000");
        assertThat(cores("0::/a/b")).isEqualTo(0.5);
        write("cgroup/a/b/cpu.max", "20000 100000");
        assertThat(cores("0::/a/b")).isEqualTo(0.2);
    }

    @Test
    void version_1_keeps_quota_and_period_in_two_files() throws IOException {
        write("cgroup/cpu/x/cpu.cfs_quota_us", "150000");
        write("cgroup/cpu/x/cpu.cfs_period_us", "100000");
        assertThat(cores("3:cpuset:/\n2:cpu,cpuacct:/x")).isEqualTo(1.5);
        write("cgroup/cpu/x/cpu.cfs_quota_us", "-1");
        assertThat(cores("2:cpu,cpuacct:/x")).isInfinite();
    }

    @Test
    void without_a_quota_there_is_no_bound() throws IOException {
        assertThat(cores("0::/")).isInfinite();
        assertThat(cores("")).isInfinite();
    }
}

package muster.worker.agent.meter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The CPU quota of this process's control group, and what it has held back (Linux, cgroup 1 or 2; container limits are
 * such quotas). A quota stops all threads until its period of usually 100 ms is over, even while cores are idle.
 */
final class CpuQuota {
    private final Path groups;
    private final Path mounted;

    /**
     * @param groups such as /proc/self/cgroup: lines of number:controllers:path, without controllers in version 2
     * @param mounted where groups are mounted: a version 1 controller in a folder of its name
     */
    CpuQuota(Path groups, Path mounted) {
        this.groups = groups;
        this.mounted = mounted;
    }

    static CpuQuota ofThisProcess() {
        return new CpuQuota(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** Summed over cores, since the group was made; 0 where there is no quota. */
    long throttledNs() {
        try {
            long ns = 0;
            for (String line : Files.readAllLines(groups)) {
                String[] parts = line.split(":", 3);
                ns += parts.length == 3 && isCpu(parts[1]) ? throttledNs(mounted.resolve(parts[1]), parts[2]) : 0;
            }
            return ns;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** The most cores that this process may use at a time, by its group and those above; infinite where no quota can be seen. */
    double cores() {
        double cores = Double.POSITIVE_INFINITY;
        try {
            for (String line : Files.readAllLines(groups)) {
                String[] parts = line.split(":", 3);
                if (parts.length == 3 && isCpu(parts[1])) {
                    cores = Math.min(cores, cores(mounted.resolve(parts[1]), parts[2]));
                }
            }
        } catch (IOException | NumberFormatException e) {
            return cores;
        }
        return cores;
    }

    private static double cores(Path mounted, String group) throws IOException {
        double cores = cores(mounted);
        for (Path above = Path.of(group.substring(1)); above != null; above = above.getParent()) {
            cores = Math.min(cores, cores(mounted.resolve(above)));
        }
        return cores;
    }

    /** Version 1 has a quota of -1 where there is none, version 2 the word max. */
    private static double cores(Path group) throws IOException {
        Path two = group.resolve("cpu.max");
        Path one = group.resolve("cpu.cfs_quota_us");
        if (Files.exists(two)) {
            String[] words = Files.readString(two).strip().split(" ", -1);
            return words[0].equals("max") ? Double.POSITIVE_INFINITY : ratio(words[0], words[1]);
        }
        if (Files.exists(one)) {
            String quota = Files.readString(one).strip();
            return quota.startsWith("-")
                    ? Double.POSITIVE_INFINITY
                    : ratio(
                            quota,
                            Files.readString(group.resolve("cpu.cfs_period_us")).strip());
        }
        return Double.POSITIVE_INFINITY;
    }

    private static double ratio(String quotaUs, String periodUs) {
        return Double.parseDouble(quotaUs) / Double.parseDouble(periodUs);
    }

    private static boolean isCpu(String controllers) {
        return controllers.isEmpty()
                || Arrays.asList(controllers.split(",", -1)).contains("cpu");
    }

    /** Within a container the path may be that of the host, while the container's own group is at the top. */
    private static long throttledNs(Path mounted, String group) throws IOException {
        Path own = mounted.resolve(group.substring(1)).resolve("cpu.stat");
        Path statistics = Files.exists(own) ? own : mounted.resolve("cpu.stat");
        if (!Files.exists(statistics)) {
            return 0;
        }
        return Files.readAllLines(statistics).stream()
                .mapToLong(CpuQuota::throttledNs)
                .sum();
    }

    /** Version 1 says throttled_time in nanoseconds, version 2 throttled_usec. */
    private static long throttledNs(String line) {
        List<String> words = List.of(line.split(" ", -1));
        return switch (words.getFirst()) {
            case "throttled_time" -> Long.parseLong(words.get(1));
            case "throttled_usec" -> Long.parseLong(words.get(1)) * 1_000;
            default -> 0;
        };
    }
}

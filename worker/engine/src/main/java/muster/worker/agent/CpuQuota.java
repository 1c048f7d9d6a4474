package muster.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What the CPU quota of this process's control group has held back (Linux, cgroup 1 or 2; container limits are such
 * quotas). A quota stops all threads until its period of usually 100 ms is over, even while cores are idle.
 */
final class CpuQuota {
    private final Path statistics;

    private CpuQuota(Path statistics) {
        this.statistics = statistics;
    }

    static CpuQuota ofThisProcess() {
        return of(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /**
     * @param groups such as /proc/self/cgroup: lines of number:controllers:path, without controllers in version 2
     * @param mounted where groups are mounted: a version 1 controller in a folder of its name
     */
    static CpuQuota of(Path groups, Path mounted) {
        try {
            for (String line : Files.readAllLines(groups)) {
                String[] parts = line.split(":", 3);
                if (parts.length == 3 && isCpu(parts[1])) {
                    return new CpuQuota(statistics(mounted.resolve(parts[1]), parts[2]));
                }
            }
        } catch (IOException e) {
            // No control groups: nothing holds back.
        }
        return new CpuQuota(mounted.resolve("none"));
    }

    private static boolean isCpu(String controllers) {
        return controllers.isEmpty() || Arrays.asList(controllers.split(",", -1)).contains("cpu");
    }

    /** Within a container the path may be that of the host, while the container's own group is at the top. */
    private static Path statistics(Path mounted, String group) {
        Path own = mounted.resolve(group.substring(1)).resolve("cpu.stat");
        return Files.exists(own) ? own : mounted.resolve("cpu.stat");
    }

    /** Summed over cores, since the group was made; 0 where there is no quota. */
    long throttledNs() {
        try {
            return Files.readAllLines(statistics).stream()
                    .mapToLong(CpuQuota::throttledNs)
                    .sum();
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
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

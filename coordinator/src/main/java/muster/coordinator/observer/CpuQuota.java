package muster.coordinator.observer;

import java.nio.file.Path;
import java.util.List;

/**
 * How many cores the cgroup of a process, and those above it, leave it by quota: cpu.max (version 2), or cpu.cfs_quota_us (version
 * 1).
 */
final class CpuQuota {
    private static final String UNLIMITED = "max";

    private final ProcFiles proc;
    private final Path groups;

    /** @param groups /sys/fs/cgroup itself, but for tests */
    CpuQuota(ProcFiles proc, Path groups) {
        this.proc = proc;
        this.groups = groups;
    }

    /** Infinite where there is none. */
    double cores(long pid) {
        double least = Double.POSITIVE_INFINITY;
        for (String line : proc.lines(pid + "/cgroup")) {
            List<String> parts = List.of(line.split(":", 3));
            if (parts.size() == 3) {
                least = Math.min(least, cores(parts.get(1), parts.get(2)));
            }
        }
        return least;
    }

    private double cores(String controllers, String group) {
        if (controllers.isEmpty()) {
            return least(groups, group, "cpu.max");
        }
        boolean cpu = List.of(controllers.split(",", -1)).contains("cpu");
        return cpu ? least(groups.resolve("cpu"), group, "cpu.cfs_quota_us") : Double.POSITIVE_INFINITY;
    }

    /** A group gets no more than those that it is in. */
    private static double least(Path root, String group, String file) {
        double least = Double.POSITIVE_INFINITY;
        Path own = root.resolve(group.substring(1)).normalize();
        for (Path at = own; at != null && at.startsWith(root); at = at.getParent()) {
            least = Math.min(least, cores(new ProcFiles(at), file));
        }
        return least;
    }

    private static double cores(ProcFiles group, String file) {
        List<String> words = group.lines(file).stream()
                .flatMap(line -> ProcFiles.split(line).stream())
                .toList();
        if (words.isEmpty() || words.getFirst().equals(UNLIMITED)) {
            return Double.POSITIVE_INFINITY;
        }
        double quota = ProcFiles.number(words, 0);
        double period = words.size() > 1
                ? ProcFiles.number(words, 1)
                : group.lines("cpu.cfs_period_us").stream()
                        .mapToDouble(line -> ProcFiles.number(List.of(line.strip()), 0))
                        .sum();
        return quota > 0 && period > 0 ? quota / period : Double.POSITIVE_INFINITY;
    }
}

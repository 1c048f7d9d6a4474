package muster.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The CPU quota of the control group of a process and of those above it, and what it has held back (cgroup 1 or 2; container limits are such
 * quotas). A quota stops all threads until its period of usually 100 ms is over, even while cores are idle.
 */
public final class CpuQuota {
    private static final String UNLIMITED = "max";

    private final ProcFiles proc;
    private final Path mounted;

    /** @param mounted where groups are mounted: a version 1 controller in a folder of its name */
    public CpuQuota(ProcFiles proc, Path mounted) {
        this.proc = proc;
        this.mounted = mounted;
    }

    /** Of the processes of this host. */
    public static CpuQuota ofHost() {
        return new CpuQuota(ProcFiles.ofHost(), Path.of("/sys/fs/cgroup"));
    }

    /**
     * A group that schedules a process.
     *
     * @param root where its controller is mounted
     */
    private record Group(Path root, Path own) {}

    /**
     * The most cores that a process may use at a time; infinite where no quota can be seen.
     *
     * @param process its number, or "self"
     */
    public double cores(String process) {
        double least = Double.POSITIVE_INFINITY;
        for (Group group : groups(process)) {
            // A group gets no more than those that it is in.
            for (Path at = group.own; at != null && at.startsWith(group.root); at = at.getParent()) {
                least = Math.min(least, cores(new ProcFiles(at)));
            }
        }
        return least;
    }

    /** Summed over cores, since the group was made; 0 where there is no quota. */
    public long throttledNs(String process) {
        return groups(process).stream().mapToLong(CpuQuota::throttledNs).sum();
    }

    /** From lines of number:controllers:path, without controllers in version 2. */
    private List<Group> groups(String process) {
        return proc.lines(process + "/cgroup").stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3 && isCpu(parts[1]))
                .map(parts -> group(root(parts[1]), parts[2]))
                .toList();
    }

    private static Group group(Path root, String path) {
        return new Group(root, root.resolve(path.substring(1)).normalize());
    }

    private static boolean isCpu(String controllers) {
        return controllers.isEmpty() || List.of(controllers.split(",", -1)).contains("cpu");
    }

    /** A host may call the folder of "cpuacct,cpu" by another order, and has a link "cpu" to it. */
    private Path root(String controllers) {
        Path named = mounted.resolve(controllers);
        return Files.isDirectory(named) ? named : mounted.resolve("cpu");
    }

    private static double cores(ProcFiles group) {
        List<String> two = group.words("cpu.max", "");
        return two.isEmpty()
                ? cores(group.words("cpu.cfs_quota_us", ""), group.words("cpu.cfs_period_us", ""))
                : cores(two, two.subList(1, two.size()));
    }

    /** Version 1 has a quota of -1 where there is none, version 2 the word max. */
    private static double cores(List<String> quotaUs, List<String> periodUs) {
        if (quotaUs.isEmpty() || quotaUs.getFirst().equals(UNLIMITED)) {
            return Double.POSITIVE_INFINITY;
        }
        double quota = ProcFiles.number(quotaUs, 0);
        double period = ProcFiles.number(periodUs, 0);
        return quota > 0 && period > 0 ? quota / period : Double.POSITIVE_INFINITY;
    }

    /**
     * Version 1 says throttled_time in nanoseconds, version 2 throttled_usec. Within a container the path may be that of the host, while the
     * container's own group is at the top.
     */
    private static long throttledNs(Group group) {
        Path statistics = Files.exists(group.own.resolve("cpu.stat")) ? group.own : group.root;
        ProcFiles files = new ProcFiles(statistics);
        return ProcFiles.number(files.words("cpu.stat", "throttled_time "), 0)
                + 1_000 * ProcFiles.number(files.words("cpu.stat", "throttled_usec "), 0);
    }
}

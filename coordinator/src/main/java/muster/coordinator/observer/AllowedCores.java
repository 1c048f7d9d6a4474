package muster.coordinator.observer;

import java.nio.file.Path;
import java.util.List;

/** How many cores a process may use: by its affinity and its CPU quota, whichever is less. */
final class AllowedCores {
    private final ProcFiles proc;
    private final CpuQuota quota;

    AllowedCores(ProcFiles proc) {
        this.proc = proc;
        this.quota = new CpuQuota(proc, Path.of("/sys/fs/cgroup"));
    }

    /** 0 if there is no such process. */
    double of(long pid) {
        List<String> list = proc.words(pid + "/status", "Cpus_allowed_list:");
        double cores = 0;
        for (String range :
                list.isEmpty() ? List.<String>of() : List.of(list.getFirst().split(",", -1))) {
            List<String> ends = List.of(range.split("-", -1));
            cores += ProcFiles.number(ends, ends.size() - 1) - ProcFiles.number(ends, 0) + 1;
        }
        return Math.min(cores, quota.cores(pid));
    }
}

package muster.coordinator.observe;

import java.util.List;
import muster.host.CpuList;
import muster.host.CpuQuota;
import muster.host.ProcFiles;

/** How many cores a process may use: by its affinity and its CPU quota, whichever is less. */
final class AllowedCores {
    private final CpuQuota quota = CpuQuota.ofHost();
    private final ProcFiles proc;

    AllowedCores(ProcFiles proc) {
        this.proc = proc;
    }

    /** 0 if there is no such process. */
    double of(long pid) {
        List<String> list = proc.words(pid + "/status", "Cpus_allowed_list:");
        int cores = list.isEmpty() ? 0 : CpuList.parse(list.getFirst()).cardinality();
        return Math.min(cores, quota.cores(Long.toString(pid)));
    }
}

package muster.worker.agent.meter;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import muster.host.CpuList;
import muster.host.CpuQuota;
import muster.host.ProcFiles;

/**
 * How much processor time this process was allowed, and how much of it was unused (Linux). Affinity and quota may change
 * while it runs, so both are summed up from reading to reading.
 */
final class CpuAllowance {
    private static final String SELF = "self";
    private static final long TICKS_TO_NS = 10_000_000;

    private final ProcFiles proc;
    private final CpuQuota quota;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<Integer, Long> lastIdleNs = Map.of();
    private long lastNs;
    private long allowedNs;
    private long idleNs;

    CpuAllowance(ProcFiles proc, CpuQuota quota, long nowNs) {
        this.proc = proc;
        this.quota = quota;
        this.lastNs = nowNs;
        this.lastIdleNs = idleNs();
    }

    /** Sums since this was made, in nanoseconds of one core. */
    record Reading(long allowedNs, long idleNs) {}

    Reading read(long nowNs) {
        lock.lock();
        try {
            BitSet cores = cores();
            Map<Integer, Long> idle = idleNs();
            double most = Math.min(cores.cardinality(), quota.cores(SELF));
            allowedNs += Math.round(Math.max(0, nowNs - lastNs) * most);
            idleNs += cores.stream()
                    .mapToLong(core ->
                            Math.max(0, idle.getOrDefault(core, 0L) - lastIdleNs.getOrDefault(core, Long.MAX_VALUE)))
                    .sum();
            lastNs = Math.max(lastNs, nowNs);
            lastIdleNs = idle;
            return new Reading(allowedNs, idleNs);
        } finally {
            lock.unlock();
        }
    }

    /** The affinity mask of the thread that reads: taskset without -a moves the main thread only, which does nothing in a JVM. */
    private BitSet cores() {
        try {
            List<String> list = proc.words("thread-self/status", "Cpus_allowed_list:");
            return list.isEmpty() ? all() : CpuList.parse(list.getFirst());
        } catch (NumberFormatException e) {
            return all();
        }
    }

    /** All that the JVM sees. */
    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, Runtime.getRuntime().availableProcessors());
        return all;
    }

    /** By core: "cpu0 user nice system idle iowait ...", in ticks. */
    private Map<Integer, Long> idleNs() {
        Map<Integer, Long> idle = new HashMap<>();
        for (String line : proc.lines("stat")) {
            if (line.startsWith("cpu") && !line.startsWith("cpu ")) {
                List<String> words = ProcFiles.split(line.substring(3));
                long ticks = ProcFiles.number(words, 4) + ProcFiles.number(words, 5);
                idle.put((int) ProcFiles.number(words, 0), ticks * TICKS_TO_NS);
            }
        }
        return idle;
    }
}

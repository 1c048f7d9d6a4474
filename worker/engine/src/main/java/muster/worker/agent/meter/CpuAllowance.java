package muster.worker.agent.meter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much processor time this process was allowed, and how much of it was unused (Linux). Affinity and quota may change
 * while it runs, so both are summed up from reading to reading.
 */
final class CpuAllowance {
    private static final long TICKS_TO_NS = 10_000_000;

    private final Path status;
    private final Path statistics;
    private final CpuQuota quota;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<Integer, Long> lastIdleNs = Map.of();
    private long lastNs;
    private long allowedNs;
    private long idleNs;

    /**
     * @param status such as /proc/thread-self/status, with the line Cpus_allowed_list. Of the thread that reads: taskset
     *     without -a moves the main thread only, which does nothing in a JVM.
     * @param statistics such as /proc/stat, with a line for each core
     */
    CpuAllowance(Path status, Path statistics, CpuQuota quota, long nowNs) {
        this.status = status;
        this.statistics = statistics;
        this.quota = quota;
        this.lastNs = nowNs;
        this.lastIdleNs = idleNs();
    }

    static CpuAllowance ofThisProcess(CpuQuota quota) {
        return new CpuAllowance(Path.of("/proc/thread-self/status"), Path.of("/proc/stat"), quota, System.nanoTime());
    }

    /** Sums since this was made, in nanoseconds of one core. */
    record Reading(long allowedNs, long idleNs) {}

    Reading read(long nowNs) {
        lock.lock();
        try {
            BitSet cores = cores();
            Map<Integer, Long> idle = idleNs();
            double most = Math.min(cores.cardinality(), quota.cores());
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

    /** The affinity mask; all that the JVM sees where the system does not say. */
    private BitSet cores() {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    return parse(line.substring(line.indexOf(':') + 1).strip());
                }
            }
        } catch (IOException | NumberFormatException e) {
            return all();
        }
        return all();
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, Runtime.getRuntime().availableProcessors());
        return all;
    }

    /** Such as "0-3,8". */
    private static BitSet parse(String list) {
        BitSet cores = new BitSet();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", 2);
            cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cores;
    }

    /** By core: "cpu0 user nice system idle iowait ...", in ticks. */
    private Map<Integer, Long> idleNs() {
        Map<Integer, Long> idle = new HashMap<>();
        try {
            for (String line : Files.readAllLines(statistics)) {
                if (line.startsWith("cpu") && !line.startsWith("cpu ")) {
                    List<String> words = List.of(line.split(" ", -1));
                    long ticks = Long.parseLong(words.get(4)) + Long.parseLong(words.get(5));
                    idle.put(Integer.parseInt(words.getFirst().substring(3)), ticks * TICKS_TO_NS);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return Map.of();
        }
        return idle;
    }
}

package muster.coordinator.server;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import muster.coordinator.core.verdict.CheckRows;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import org.jspecify.annotations.Nullable;

/**
 * How long writes took, in all and while a phase ran. Who waits for the store may wait for leases, and that is in response times: a
 * phase with a long wait is marked with a warning, which every command prints that shows the run. One thread writes.
 */
final class WriteTimes {
    /** A write that takes longer is no slow disk any more, but one that is full, locked or stalled. */
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final LongAdder commits = new LongAdder();
    private final LongAdder snapshots = new LongAdder();
    private final LongAdder commitNs = new LongAdder();
    private final LongAdder commitCpuNs = new LongAdder();
    private long longestNs;
    private long allNs;

    /**
     * The transactions of snapshots so far.
     *
     * @param snapshots those that they made durable
     * @param elapsedNs until they were durable: mostly the disk's time, which keeps no core busy
     * @param cpuNs what they took of a core
     */
    record Commits(long count, long snapshots, long elapsedNs, long cpuNs) {}

    /** Any thread. */
    Commits commits() {
        return new Commits(commits.sum(), snapshots.sum(), commitNs.sum(), commitCpuNs.sum());
    }

    /** Does it, and adds it to what the transactions of snapshots took. */
    void commit(int reports, Runnable commit) {
        long startNs = System.nanoTime();
        long startCpuNs = threads.getCurrentThreadCpuTime();
        commit.run();
        commitNs.add(System.nanoTime() - startNs);
        commitCpuNs.add(threads.getCurrentThreadCpuTime() - startCpuNs);
        commits.increment();
        snapshots.add(reports);
    }

    /** A phase begins: what was waited for before is not in its figures. */
    void begin() {
        longestNs = 0;
        allNs = 0;
    }

    /** A write is durable after this time, all attempts included. */
    void wrote(long ns) {
        if (ns > LONG_NS) {
            longestNs = Math.max(longestNs, ns);
            allNs += ns;
        }
    }

    /** Null if no write of the phase took long. */
    @Nullable
    CheckRow warning(PhaseAt at) {
        if (longestNs == 0) {
            return null;
        }
        String observed =
                String.format(Locale.ROOT, "writes of %.1f s in all, the longest %.1f s", allNs / 1e9, longestNs / 1e9);
        String reason = "phase " + at.phase() + ": the store was full, locked or slow; no leases are granted meanwhile,"
                + " so that response times and throughput contain the wait";
        return CheckRows.warning(at, "store", "writes within 1 s", observed, "", reason);
    }
}

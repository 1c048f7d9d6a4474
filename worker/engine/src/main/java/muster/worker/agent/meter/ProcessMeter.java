package muster.worker.agent.meter;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import muster.protocol.Resources;

/** What this process uses, and what disturbs it. Where the system does not say (no /proc), the figure stays 0. */
public final class ProcessMeter implements AutoCloseable {
    private static final long TICKS_TO_NS = 10_000_000;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final Canary canary = new Canary();
    private final RunQueueWait waits = new RunQueueWait();
    private final CpuQuota quota = CpuQuota.ofThisProcess();
    private final CpuAllowance allowance = CpuAllowance.ofThisProcess(quota);

    /** Sums since the process started; the hiccup is the longest of this second and the one before. */
    public Resources.Builder read() {
        long nowNs = System.nanoTime();
        Canary.Reading late = canary.read();
        CpuAllowance.Reading allowed = allowance.read(nowNs);
        return Resources.newBuilder()
                .setReadAtNs(nowNs)
                .setCpuNs(cpuNs())
                .setCpuAllowedNs(allowed.allowedNs())
                .setCpuIdleNs(allowed.idleNs())
                .setGcPauseNs(gcNs())
                .setRunQueueWaitNs(waits.readNs())
                .setHiccupMaxNs(late.hiccupMaxNs())
                .setHiccupNs(late.hiccupNs())
                .setCanaryLateNs(late.lateNs())
                .setCanarySamples(late.samples())
                .setCanaryOver1Ms(late.over1ms())
                .setCanaryOver10Ms(late.over10ms())
                .setCanaryOver100Ms(late.over100ms())
                .setTimerLateNs(late.timerLateNs())
                .setThrottledNs(quota.throttledNs())
                .setStealNs(stealNs())
                .setHeapBytes(memory.getHeapMemoryUsage().getUsed());
    }

    private static long cpuNs() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(duration -> duration.toNanos())
                .orElse(0L);
    }

    private static long gcNs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> !bean.getName().contains("Concurrent")
                        && !bean.getName().contains("Cycles"))
                .mapToLong(bean -> Math.max(0, bean.getCollectionTime()) * 1_000_000)
                .sum();
    }

    private static long stealNs() {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            return figure(lines.findFirst().orElse(""), 8) * TICKS_TO_NS;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** The figure at a place of a line that is separated by spaces; 0 if it is not there. */
    static long figure(String line, int place) {
        StringTokenizer figures = new StringTokenizer(line);
        for (int i = 0; i < place && figures.hasMoreTokens(); i++) {
            figures.nextToken();
        }
        return figures.hasMoreTokens() ? Long.parseLong(figures.nextToken()) : 0;
    }

    @Override
    public void close() {
        canary.close();
    }
}

package muster.worker.agent.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import muster.host.CpuQuota;
import muster.host.ProcFiles;
import muster.protocol.Resources;

/** What this process uses, and what disturbs it. Where the system does not say (no /proc), the figure stays 0. */
public final class ProcessMeter implements AutoCloseable {
    private static final long TICKS_TO_NS = 10_000_000;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final Canary canary = new Canary();
    private final ProcFiles proc = ProcFiles.ofHost();
    private final RunQueueWait waits = new RunQueueWait(proc);
    private final CpuQuota quota = CpuQuota.ofHost();
    private final CpuAllowance allowance = new CpuAllowance(proc, quota, System.nanoTime());

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
                .setThrottledNs(quota.throttledNs("self"))
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

    /** Of all cores: "cpu user nice system idle iowait irq softirq steal ...", in ticks. */
    private long stealNs() {
        return ProcFiles.number(proc.words("stat", "cpu "), 7) * TICKS_TO_NS;
    }

    @Override
    public void close() {
        canary.close();
    }
}

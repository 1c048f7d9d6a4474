package muster.worker.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import muster.protocol.Resources;

/** What this process uses, and what disturbs it. Where the system does not say (no /proc), the figure stays 0. */
final class ProcessMeter implements AutoCloseable {
    private static final long HICCUP_SLEEP_NS = 10_000_000;
    /** Where all cores are busy a thread may wait some milliseconds for one: that is no hiccup. */
    private static final long LEAST_HICCUP_NS = 20_000_000;

    private static final long TICKS_TO_NS = 10_000_000;
    private static final List<String> JVM_THREADS =
            List.of("C1 Comp", "C2 Comp", "G1 ", "GC ", "VM ", "muster-hiccups");

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final AtomicLong hiccupMaxNs = new AtomicLong();
    private final LongAdder hiccupNs = new LongAdder();
    private final CpuQuota quota = CpuQuota.ofThisProcess();
    private final Thread hiccups;
    private volatile boolean closed;

    ProcessMeter() {
        hiccups = Thread.ofPlatform().name("muster-hiccups").daemon(true).start(this::watch);
    }

    /** How late a thread wakes that only sleeps: what delays it delays every measurement. */
    private void watch() {
        while (!closed) {
            long beforeNs = System.nanoTime();
            LockSupport.parkNanos(HICCUP_SLEEP_NS);
            long lateNs = System.nanoTime() - beforeNs - HICCUP_SLEEP_NS;
            hiccupMaxNs.accumulateAndGet(lateNs, Math::max);
            hiccupNs.add(lateNs > LEAST_HICCUP_NS ? lateNs : 0);
        }
    }

    /** Sums since the process started; the hiccup is the longest since the last call. */
    Resources.Builder read() {
        return Resources.newBuilder()
                .setCpuNs(cpuNs())
                .setGcPauseNs(gcNs())
                .setRunQueueWaitNs(runQueueWaitNs())
                .setHiccupMaxNs(hiccupMaxNs.getAndSet(0))
                .setHiccupNs(hiccupNs.sum())
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

    /** The second figure of each thread's schedstat: nanoseconds that it could run and had no core. */
    private static long runQueueWaitNs() {
        long waited = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                waited += isJvms(thread) ? 0 : runQueueWaitNs(thread.resolve("schedstat"));
            }
        } catch (IOException e) {
            return waited;
        }
        return waited;
    }

    /** Compilers and collectors wait for a core without holding an operation up. */
    private static boolean isJvms(Path thread) throws IOException {
        String name = Files.readString(thread.resolve("comm"));
        return JVM_THREADS.stream().anyMatch(name::startsWith);
    }

    private static long runQueueWaitNs(Path schedstat) {
        try {
            return figure(Files.readString(schedstat), 1);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static long stealNs() {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            return figure(lines.findFirst().orElse(""), 8) * TICKS_TO_NS;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** The figure at a place of a line that is separated by spaces; 0 if it is not there. */
    private static long figure(String line, int place) {
        StringTokenizer figures = new StringTokenizer(line);
        for (int i = 0; i < place && figures.hasMoreTokens(); i++) {
            figures.nextToken();
        }
        return figures.hasMoreTokens() ? Long.parseLong(figures.nextToken()) : 0;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(hiccups);
    }
}

package muster.worker.agent.meter;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long threads of this process could run and had no core, from /proc/self/task (proc(5)): those that an operation passes, which are
 * the carriers of its client, and what else the driver starts. A thread that has ended counts as it was read last.
 */
final class RunQueueWait {
    private static final Path THREADS = Path.of("/proc/self/task");
    /** How names of threads begin that never hold an operation up: of the JVM, of ZeroMQ, and of Muster itself. */
    private static final List<String> OTHERS = List.of(
            "C1 Comp", "C2 Comp", "G1 ", "GC ", "VM ", "java", "iothread-", "reaper-", "reporter", "pacer", "muster-");

    private final Path threads;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private Map<String, Long> living = new HashMap<>();
    private long endedNs;

    RunQueueWait() {
        this(THREADS);
    }

    /** @param threads a folder for each thread, named by its number */
    RunQueueWait(Path threads) {
        this.threads = threads;
    }

    /** Since the process started; 0 where the system does not say. */
    long readNs() {
        lock.lock();
        try {
            Map<String, Long> now = living();
            living.forEach((thread, waitedNs) -> endedNs += now.containsKey(thread) ? 0 : waitedNs);
            living = now;
            return endedNs + now.values().stream().mapToLong(Long::longValue).sum();
        } finally {
            lock.unlock();
        }
    }

    private Map<String, Long> living() {
        Map<String, Long> waits = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                waitedNs(thread)
                        .ifPresent(waitedNs -> waits.put(thread.getFileName().toString(), waitedNs));
            }
        } catch (IOException noSuchFolder) {
            return waits;
        }
        return waits;
    }

    /** The second figure of schedstat; nothing of a thread that holds no operation up, or that ends meanwhile. */
    private static OptionalLong waitedNs(Path thread) {
        try {
            return carriesOperations(Files.readString(thread.resolve("comm")))
                    ? OptionalLong.of(ProcessMeter.figure(Files.readString(thread.resolve("schedstat")), 1))
                    : OptionalLong.empty();
        } catch (IOException | NumberFormatException ended) {
            return OptionalLong.empty();
        }
    }

    static boolean carriesOperations(String thread) {
        return OTHERS.stream().noneMatch(thread::startsWith);
    }
}

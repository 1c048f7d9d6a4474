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
    private static final int MOST_THREADS = 10_000;
    /** How names of threads begin that never hold an operation up: of the JVM, of ZeroMQ, and of Muster itself. */
    private static final List<String> OTHERS =
            List.of("C1 Comp", "C2 Comp", "G1 ", "GC ", "VM ", "iothread-", "reaper-", "reporter", "pacer", "muster-");

    /** Those that the JVM gives no name of their own. */
    private static final String UNNAMED = "java";

    private final Path threads;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<String, Long> known = new HashMap<>();
    /** Of threads that are not known any longer. */
    private long forgottenNs;

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
            Map<String, Long> listed = listed();
            listed.forEach(this::learn);
            if (known.size() > MOST_THREADS) {
                forgetAllBut(listed);
            }
            return forgottenNs
                    + known.values().stream().mapToLong(Long::longValue).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Which waited less than it did is another thread that was given the number of one that ended. */
    private void learn(String thread, long waitedNs) {
        Long before = known.put(thread, waitedNs);
        forgottenNs += before != null && waitedNs < before ? before : 0;
    }

    /** Not at each reading: a list that is read while threads end may leave out others, which come back. */
    private void forgetAllBut(Map<String, Long> listed) {
        known.entrySet().removeIf(thread -> {
            boolean ended = !listed.containsKey(thread.getKey());
            forgottenNs += ended ? thread.getValue() : 0;
            return ended;
        });
    }

    private Map<String, Long> listed() {
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
            return carriesOperations(Files.readString(thread.resolve("comm")).strip())
                    ? OptionalLong.of(ProcessMeter.figure(Files.readString(thread.resolve("schedstat")), 1))
                    : OptionalLong.empty();
        } catch (IOException | NumberFormatException ended) {
            return OptionalLong.empty();
        }
    }

    static boolean carriesOperations(String thread) {
        return !thread.equals(UNNAMED) && OTHERS.stream().noneMatch(thread::startsWith);
    }
}

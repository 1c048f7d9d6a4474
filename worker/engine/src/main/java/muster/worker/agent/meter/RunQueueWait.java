package muster.worker.agent.meter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import muster.host.ProcFiles;

/**
 * How long threads of this process could run and had no core, from /proc/self/task (proc(5)): those that an operation passes, which are
 * the carriers of its client, and what else the driver starts. A thread that has ended counts as it was read last.
 */
final class RunQueueWait {
    private static final String THREADS = "self/task";
    private static final int MAX_THREADS = 10_000;
    /** How names of threads begin that never hold an operation up: of the JVM, of ZeroMQ, and of Muster itself. */
    private static final List<String> OTHERS =
            List.of("C1 Comp", "C2 Comp", "G1 ", "GC ", "VM ", "iothread-", "reaper-", "reporter", "pacer", "muster-");

    /** Those that the JVM gives no name of their own. */
    private static final String UNNAMED = "java";

    private final ProcFiles proc;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<String, Long> known = new HashMap<>();
    /** Of threads that are not known any longer. */
    private long forgottenNs;

    RunQueueWait(ProcFiles proc) {
        this.proc = proc;
    }

    /** Since the process started; 0 where the system does not say. */
    long readNs() {
        lock.lock();
        try {
            Map<String, Long> listed = listed();
            listed.forEach(this::learn);
            if (known.size() > MAX_THREADS) {
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
        for (String thread : proc.names(THREADS)) {
            waitedNs(THREADS + "/" + thread).ifPresent(waitedNs -> waits.put(thread, waitedNs));
        }
        return waits;
    }

    /** The second figure of schedstat; nothing of a thread that holds no operation up, or that ends meanwhile. */
    private OptionalLong waitedNs(String thread) {
        List<String> name = proc.lines(thread + "/comm");
        if (name.isEmpty() || !carriesOperations(name.getFirst().strip())) {
            return OptionalLong.empty();
        }
        List<String> figures = proc.words(thread + "/schedstat", "");
        return figures.isEmpty() ? OptionalLong.empty() : OptionalLong.of(ProcFiles.number(figures, 1));
    }

    static boolean carriesOperations(String thread) {
        return !thread.equals(UNNAMED) && OTHERS.stream().noneMatch(thread::startsWith);
    }
}

package muster.coordinator.observe;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.coordinator.observe.ProcessReader.Sleeper;
import muster.coordinator.observe.ProcessReading.ThreadTimes;
import muster.host.ProcFiles;

/**
 * Reads one server again and again, and keeps what would go with a process or a thread that ends: waits never fall, and processor time by
 * {@link #MAX_MISSED_NS} at most (docs/decisions/0099). One thread at a time.
 */
final class ProcessWatch {
    private static final int ATTEMPTS = 5;
    /** A reading that misses more is none. */
    private static final long MAX_MISSED_NS = 100_000_000;

    private static final int MAX_THREADS = 10_000;
    private static final String WAITED = "run_queue_wait_ns";

    private final ProcFiles proc;
    private final String pid;
    private final Map<String, ThreadTimes> known = new HashMap<>();
    private Map<String, Sleeper> slept = Map.of();
    /** Of threads that are not known any longer. */
    private long forgottenWaitedNs;

    ProcessWatch(ProcFiles proc, long pid) {
        this.proc = proc;
        this.pid = Long.toString(pid);
    }

    /** Not alive if there is no such process, or if so many of its children end that nothing is known of this moment. */
    ProcessReading read() {
        for (int i = 0; i < ATTEMPTS; i++) {
            ProcessReader reader = new ProcessReader(proc, slept);
            if (!reader.add(pid)) {
                return ProcessReading.NONE;
            }
            slept = reader.sleeping();
            if (Math.abs(reader.missedNs()) <= MAX_MISSED_NS) {
                return withKnown(reader);
            }
        }
        return ProcessReading.NONE;
    }

    private ProcessReading withKnown(ProcessReader reader) {
        reader.threads().forEach(this::learn);
        if (known.size() > MAX_THREADS) {
            forgetAllBut(reader.threads());
        }
        Map<String, Long> values = new LinkedHashMap<>(reader.values());
        long waitedNs = known.values().stream().mapToLong(ThreadTimes::waitedNs).sum();
        values.put(WAITED, forgottenWaitedNs + waitedNs);
        return new ProcessReading(true, values, Map.copyOf(known));
    }

    /** A list of children that is read while some of them end may leave out others, which come back (proc_pid_children(5)). */
    private void learn(String number, ThreadTimes now) {
        ThreadTimes before = known.get(number);
        if (before == null) {
            known.put(number, now);
        } else if (now.ranNs() < before.ranNs()) {
            // Another thread that was given the number of one that ended.
            forgottenWaitedNs += before.waitedNs();
            known.put(number, now);
        } else {
            known.put(number, new ThreadTimes(now.name(), now.ranNs(), Math.max(now.waitedNs(), before.waitedNs())));
        }
    }

    private void forgetAllBut(Map<String, ThreadTimes> running) {
        known.entrySet().removeIf(thread -> {
            boolean ended = !running.containsKey(thread.getKey());
            forgottenWaitedNs += ended ? thread.getValue().waitedNs() : 0;
            return ended;
        });
    }
}

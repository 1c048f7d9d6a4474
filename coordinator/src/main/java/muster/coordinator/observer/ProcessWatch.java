package muster.coordinator.observer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.coordinator.observer.ProcessReading.ThreadTimes;

/**
 * Reads one server again and again, and keeps what would go with a process or a thread that ends: waits never fall, and processor time by
 * {@link #MOST_MISSED_NS} at most (docs/decisions/0099). One thread at a time.
 */
final class ProcessWatch {
    private static final int ATTEMPTS = 5;
    /** A reading that misses more is none. */
    private static final long MOST_MISSED_NS = 100_000_000;

    private static final int MOST_ENDED_THREADS = 1_000;
    private static final String WAITED = "run_queue_wait_ns";

    private final ProcFiles proc;
    private final String pid;
    private Map<String, ThreadTimes> running = Map.of();
    private final Map<String, ThreadTimes> ended = new HashMap<>();
    private long endedWaitedNs;

    ProcessWatch(ProcFiles proc, long pid) {
        this.proc = proc;
        this.pid = Long.toString(pid);
    }

    /** Not alive if there is no such process, or if so many of its children end that nothing is known of this moment. */
    ProcessReading read() {
        for (int i = 0; i < ATTEMPTS; i++) {
            ProcessReader reader = new ProcessReader(proc);
            if (!reader.add(pid)) {
                return ProcessReading.NONE;
            }
            if (Math.abs(reader.missedNs()) <= MOST_MISSED_NS) {
                return withEnded(reader);
            }
        }
        return ProcessReading.NONE;
    }

    private ProcessReading withEnded(ProcessReader reader) {
        running.forEach((number, thread) -> {
            ThreadTimes now = reader.threads().get(number);
            if (now == null || now.ranNs() < thread.ranNs()) {
                end(number, thread);
            }
        });
        running = Map.copyOf(reader.threads());
        Map<String, Long> values = new LinkedHashMap<>(reader.values());
        values.merge(WAITED, endedWaitedNs, Long::sum);
        Map<String, ThreadTimes> threads = new HashMap<>(ended);
        threads.putAll(running);
        return new ProcessReading(true, values, threads);
    }

    private void end(String number, ThreadTimes thread) {
        endedWaitedNs += thread.waitedNs();
        if (ended.size() < MOST_ENDED_THREADS) {
            ended.put(number, thread);
        }
    }
}

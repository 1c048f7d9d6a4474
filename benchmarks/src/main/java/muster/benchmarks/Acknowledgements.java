package muster.benchmarks;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/** How long snapshots wait until they are durable, over all simulated workers. One thread uses it. */
final class Acknowledgements {
    private static final long LONGEST_NS = 3_600_000_000_000L;

    private final Histogram waitNs = new Histogram(1, LONGEST_NS, 3);
    private final Map<Key, Long> sentNs = new HashMap<>();
    private final Set<String> said = new TreeSet<>();
    private long resent;

    private record Key(SimulatedWorker worker, long seq) {}

    /** A snapshot that is sent again waits since it was sent first. */
    void sent(SimulatedWorker worker, long seq, long nowNs) {
        resent += sentNs.putIfAbsent(new Key(worker, seq), nowNs) == null ? 0 : 1;
    }

    void acknowledged(SimulatedWorker worker, long through, long nowNs) {
        for (long seq = through; seq > 0; seq--) {
            Long since = sentNs.remove(new Key(worker, seq));
            if (since == null) {
                return;
            }
            waitNs.recordValue(Math.min(LONGEST_NS, nowNs - since));
        }
    }

    void said(String line) {
        said.add(line);
    }

    long snapshots() {
        return waitNs.getTotalCount();
    }

    long resent() {
        return resent;
    }

    double waitMs(double percentile) {
        return waitNs.getValueAtPercentile(percentile) / 1e6;
    }

    /** What workers logged, each line once. */
    Set<String> said() {
        return said;
    }
}

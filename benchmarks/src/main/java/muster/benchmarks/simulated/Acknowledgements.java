package muster.benchmarks.simulated;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How long snapshots of the last phase wait until they are durable, over all simulated workers. One thread uses it. */
final class Acknowledgements {
    private final Histogram waitNs = AcknowledgementLatency.none().ns();
    private final Map<Key, Long> sentNs = new HashMap<>();
    private long resent;
    private long assignment;

    private record Key(SimulatedWorker worker, long seq) {}

    /** Workers prepare for a phase: what was of another one is forgotten. */
    void phase(long ofAssignment) {
        if (ofAssignment != assignment) {
            assignment = ofAssignment;
            waitNs.reset();
            sentNs.clear();
            resent = 0;
        }
    }

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
            waitNs.recordValue(Math.min(AcknowledgementLatency.MAX_NS, nowNs - since));
        }
    }

    AcknowledgementLatency waits() {
        return new AcknowledgementLatency(waitNs, resent);
    }
}

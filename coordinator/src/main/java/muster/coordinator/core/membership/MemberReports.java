package muster.coordinator.core.membership;

import java.util.HashMap;
import java.util.Map;
import muster.model.IntervalFigures;
import muster.protocol.Resources;
import muster.protocol.Snapshot;

/** What a member of a phase has reported so far; only the acceptor of snapshots changes it. */
public final class MemberReports {
    private long nextSeq;
    private long committedSeq;
    private Resources evidence = Resources.getDefaultInstance();
    private long progressNs;
    /** By stream. */
    private final Map<Integer, Long> untilNs = new HashMap<>();

    private long earlyNs;
    private long aheadNs;
    private long lateStartNs;
    private long pacingLagMaxNs;
    private long clamped;

    /** @param committedSeq the last snapshot that is durable; 0 for none */
    MemberReports(long committedSeq) {
        this.committedSeq = committedSeq;
        this.nextSeq = committedSeq + 1;
    }

    /** Its next snapshot is accepted. */
    public void accept(Snapshot snapshot, IntervalFigures figures) {
        nextSeq++;
        Resources resources = snapshot.getResources();
        evidence = snapshot.getPhase();
        lateStartNs = Math.max(lateStartNs, resources.getLateStartNs());
        pacingLagMaxNs = Math.max(pacingLagMaxNs, resources.getPacingLagMaxNs());
        untilNs.merge(snapshot.getStream(), figures.window().endNs(), Math::max);
        figures.series().forEach(series -> clamped += series.counters().clamped());
    }

    /** Operations of it have ended. */
    public void progress(long nowNs) {
        progressNs = nowNs;
    }

    /** How long before it took part, and after it was sent, a snapshot of it says that it began or ended. */
    public void outside(long beforeNs, long afterNs) {
        earlyNs = Math.max(earlyNs, beforeNs);
        aheadNs = Math.max(aheadNs, afterNs);
    }

    /** The snapshot is durable. */
    public void commit(long seq) {
        committedSeq = Math.max(committedSeq, seq);
    }

    public long nextSeq() {
        return nextSeq;
    }

    public long committedSeq() {
        return committedSeq;
    }

    /** Evidence for or against this generator: sums from the start of the phase to its end, as of its last snapshot. */
    public Resources evidence() {
        return evidence;
    }

    /** When it last reported that operations of it had ended. */
    public long progressNs() {
        return progressNs;
    }

    /** End of the latest interval of a stream that it has reported; 0 for none. */
    public long untilNs(int stream) {
        return untilNs.getOrDefault(stream, 0L);
    }

    /** How long before it took part its snapshots say that they began; 0 for in time. */
    public long earlyNs() {
        return earlyNs;
    }

    /** How long after they came its snapshots say that they ended; 0 for in time. */
    public long aheadNs() {
        return aheadNs;
    }

    public long lateStartNs() {
        return lateStartNs;
    }

    public long pacingLagMaxNs() {
        return pacingLagMaxNs;
    }

    /** Latencies that were cut because no histogram holds them. */
    public long clamped() {
        return clamped;
    }
}

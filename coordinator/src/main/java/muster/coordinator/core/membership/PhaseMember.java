package muster.coordinator.core.membership;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.protocol.Resources;
import muster.store.file.row.IndexRange;

/** A worker's part in one phase. */
public final class PhaseMember {
    public final WorkerSession worker;
    public final boolean joining;
    public final long joinedNs;
    public Resources before = Resources.getDefaultInstance();
    /** Frozen for the phase when the worker says that it is ready. */
    public long offsetNs;

    public long offsetErrorNs;
    /** Clients that it may run now, and that it should run once others have shrunk. */
    public int share;

    int target;
    /** Of the last division that it was told of. */
    public long shareSerial;

    public boolean shareConfirmed = true;
    public boolean connected;
    public boolean ready;
    /** It is durable that it takes part: before, it may not start, for another incarnation would not wait for it. */
    public boolean enrolled;

    public boolean started;
    public boolean drainSent;
    public boolean drained;
    public long lastSeq;
    public long creditTotal;
    public long granted;
    public long grantedIndexes;
    public double ratePerS;
    public long lastLeaseSize;
    public long nextSeq = 1;
    public long committedSeq;
    public long leftNs;
    public String leftReason = "";
    /** What it held when it left, and had neither reported nor given back. */
    public List<IndexRange> lost = List.of();

    /** Evidence for or against this generator: sums from the start of the phase to its end, as of its last snapshot. */
    public Resources phase = Resources.getDefaultInstance();

    /** When it last reported that operations of it had ended. */
    public long progressNs;

    /** End of the latest interval that it has reported. */
    public long reportedUntilNs;

    /** How long before it took part, and after they came, its snapshots say that they began or ended; 0 for in time. */
    public long reportedEarlyNs;

    public long reportedAheadNs;

    public long lateStartNs;
    public long pacingLagMaxNs;
    public long clamped;

    /** Names that it made up, by kind: of error classes and of a server's stages. */
    private final Map<String, Set<String>> names = new HashMap<>();

    public PhaseMember(WorkerSession worker, int share, boolean joining, long nowNs) {
        this.worker = worker;
        this.share = share;
        this.target = share;
        this.joining = joining;
        this.joinedNs = nowNs;
    }

    /** Whether it may use this name: one that it used before, or one more that is not too many. */
    public boolean named(String kind, String name, int most) {
        Set<String> used = names.computeIfAbsent(kind, any -> new HashSet<>());
        return used.contains(name) || (used.size() < most && used.add(name));
    }

    /** Whether it takes part and stays. */
    public boolean active() {
        return !worker.gone && !worker.leaving && !drained;
    }

    /** Whether it owes a message of this phase: its end, or a snapshot that it says it has sent. */
    public boolean owes() {
        return !worker.gone && (!drained || lastSeq >= nextSeq);
    }

    /** Whether all that it will ever report is durable. */
    public boolean settled() {
        return worker.gone || (drained && committedSeq >= lastSeq);
    }
}

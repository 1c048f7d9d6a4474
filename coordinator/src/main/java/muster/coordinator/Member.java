package muster.coordinator;

import java.util.List;
import muster.protocol.Resources;
import muster.store.IndexRange;

/** A worker's part in one phase. */
final class Member {
    final WorkerState worker;
    final boolean joining;
    final long joinedNs;
    Resources before = Resources.getDefaultInstance();
    /** Frozen for the phase when the worker says that it is ready. */
    long offsetNs;

    long offsetErrorNs;
    /** Clients that it may run now, and that it should run once others have shrunk. */
    int share;

    int target;
    /** Of the last division that it was told of. */
    long shareSerial;

    boolean shareConfirmed = true;
    boolean connected;
    boolean ready;
    /** It is durable that it takes part: before, it may not start, for another incarnation would not wait for it. */
    boolean enrolled;

    boolean started;
    boolean drainSent;
    boolean drained;
    long lastSeq;
    long creditTotal;
    long granted;
    long grantedIndexes;
    double ratePerS;
    long lastLeaseSize;
    long nextSeq = 1;
    long committedSeq;
    long leftNs;
    String leftReason = "";
    /** What it held when it left, and had neither reported nor given back. */
    List<IndexRange> lost = List.of();

    /** Evidence for or against this generator: sums from the start of the phase to its end, as of its last snapshot. */
    Resources phase = Resources.getDefaultInstance();

    long lateStartNs;
    long pacingLagMaxNs;
    long clamped;

    Member(WorkerState worker, int share, boolean joining, long nowNs) {
        this.worker = worker;
        this.share = share;
        this.target = share;
        this.joining = joining;
        this.joinedNs = nowNs;
    }

    /** Whether it takes part and stays. */
    boolean active() {
        return !worker.gone && !worker.leaving && !drained;
    }

    /** Whether all that it will ever report is durable. */
    boolean settled() {
        return worker.gone || (drained && committedSeq >= lastSeq);
    }
}

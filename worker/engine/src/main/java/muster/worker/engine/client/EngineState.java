package muster.worker.engine.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import muster.worker.engine.execution.Retries;
import muster.worker.engine.lease.LeaseDemand;
import muster.worker.engine.lease.LeaseQueue;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.lease.LeaseWaiters;
import muster.worker.engine.record.Shards;
import muster.worker.engine.record.SnapshotSink;
import muster.worker.engine.time.PhaseClock;
import muster.worker.engine.time.RateMeter;
import muster.worker.engine.time.StartGate;
import muster.workloads.plan.PhaseSpec;

/** What the clients of one engine share. */
public final class EngineState {
    public final EngineSpec spec;
    public final PhaseClock clock;
    public final LeaseQueue leases;
    public final LeaseWaiters waiters;
    public final RateMeter rate = new RateMeter();
    public final LeaseDemand demand;
    public final Shards shards;
    final Retries retries;
    public final StartGate gate = new StartGate();
    /** Where in the period of pacing the first client starts, from 0 to 1: the engines of a cluster must not start together. */
    final double pacingShift;

    public final AtomicLong leaseWaitNs = new AtomicLong();
    /** Open model: what passed between handing a block to an idle client and its start, and how often. */
    public final LongAdder handoverNs = new LongAdder();

    public final LongAdder handovers = new LongAdder();
    /** Positions offered and not taken back: when all of them are recorded, there is nothing to do. */
    public final AtomicLong outstanding = new AtomicLong();
    /** Serialises what is rare: offers, and everything that stops clients or takes blocks back. */
    public final ReentrantLock control = new ReentrantLock();

    private final SnapshotSink sink;
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean broken;

    public EngineState(EngineSpec spec, LeaseSource source, SnapshotSink sink) {
        int actions = spec.phase().actionsPerTransaction();
        this.spec = spec;
        this.sink = sink;
        clock = new PhaseClock(
                spec.coordinatorOffsetNs(), intervalNs(phase()), spec.phase().turns());
        leases = new LeaseQueue(actions);
        waiters = new LeaseWaiters(leases);
        demand = new LeaseDemand(source, leases, rate, spec.leaseSize(), actions);
        shards = new Shards(clock, Runtime.getRuntime().availableProcessors(), spec.sampling());
        pacingShift = spec.clients() == phase().clients()
                ? 0
                : ThreadLocalRandom.current().nextDouble();
        retries = new Retries(
                spec.retries(), spec.backoff().toNanos(), spec.phase().key().hash());
    }

    /** The age of a write that a crash loses is known as exactly as the intervals are short. */
    private static long intervalNs(PhaseSpec phase) {
        return phase.crash() == null ? PhaseClock.SECOND_NS : PhaseClock.SECOND_NS / 10;
    }

    public PhaseSpec phase() {
        return spec.phase().spec();
    }

    public int actions() {
        return spec.phase().actionsPerTransaction();
    }

    public SnapshotSink sink() {
        return sink;
    }

    /** A bug: told once; clients start nothing any more. */
    public void fail(Throwable bug) {
        broken = true;
        demand.end();
        if (failed.compareAndSet(false, true)) {
            sink.failed(bug);
        }
    }

    /** What happens from now on is of no interest: the engine is being closed. */
    public void silence() {
        failed.set(true);
    }

    boolean broken() {
        return broken;
    }
}

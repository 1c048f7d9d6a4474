package muster.worker.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import muster.workloads.plan.PhaseSpec;

/** What the clients of one engine share. */
final class Shared {
    final EngineSpec spec;
    final PhaseClock clock;
    final LeaseQueue leases;
    final Waiters waiters;
    final RateMeter rate = new RateMeter();
    final Wishes wishes;
    final Shards shards;
    final Retries retries;
    final Gate gate = new Gate();
    final AtomicLong leaseWaitNs = new AtomicLong();
    /** Open model: what passed between handing a block to an idle client and its start, and how often. */
    final LongAdder handoverNs = new LongAdder();

    final LongAdder handovers = new LongAdder();
    /** Positions offered and not taken back: when all of them are recorded, there is nothing to do. */
    final AtomicLong outstanding = new AtomicLong();
    /** Serialises what is rare: offers, and everything that stops clients or takes blocks back. */
    final ReentrantLock control = new ReentrantLock();

    private final SnapshotSink sink;
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean broken;

    Shared(EngineSpec spec, LeaseSource source, SnapshotSink sink) {
        int actions = spec.phase().actionsPerTransaction();
        this.spec = spec;
        this.sink = sink;
        clock = new PhaseClock(spec.coordinatorOffsetNs());
        leases = new LeaseQueue(actions);
        waiters = new Waiters(leases);
        wishes = new Wishes(source, leases, rate, spec.leaseSize(), actions);
        shards = new Shards(clock, Runtime.getRuntime().availableProcessors());
        retries = new Retries(
                spec.retries(), spec.backoff().toNanos(), spec.phase().key().hash());
    }

    PhaseSpec phase() {
        return spec.phase().spec();
    }

    int actions() {
        return spec.phase().actionsPerTransaction();
    }

    SnapshotSink sink() {
        return sink;
    }

    /** A bug: told once; clients start nothing any more. */
    void fail(Throwable bug) {
        broken = true;
        wishes.end();
        if (failed.compareAndSet(false, true)) {
            sink.failed(bug);
        }
    }

    /** What happens from now on is of no interest: the engine is being closed. */
    void silence() {
        failed.set(true);
    }

    boolean broken() {
        return broken;
    }
}

package muster.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import muster.worker.engine.Engine;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.SnapshotSink;
import org.jspecify.annotations.Nullable;

/** The other side of an engine at no cost: grants whatever is wanted, and only counts what it is told. */
final class FreeLeases implements LeaseSource, SnapshotSink {
    /** About a quarter second of noops, as the coordinator would grant. */
    private static final long SIZE = 1_000_000;

    private final AtomicLong operations = new AtomicLong();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> bug = new AtomicReference<>();
    private @Nullable Engine engine;
    private long wanted;
    private long lease;

    synchronized void attach(Engine opened) {
        engine = opened;
        grant();
    }

    @Override
    public synchronized void want(long total, double ratePerS) {
        wanted = Math.max(wanted, total);
        grant();
    }

    private void grant() {
        Engine opened = engine;
        while (opened != null && lease < wanted) {
            opened.offer(new LeaseGrant(lease, lease * SIZE, SIZE, 1, 0));
            lease++;
        }
    }

    @Override
    public void accept(Interval interval) {
        operations.addAndGet(interval.figures().operations());
    }

    @Override
    public void failed(Throwable cause) {
        bug.set(cause);
    }

    void drained() {
        drained.countDown();
    }

    /** Waits until everything was handed over; how many operations that were. */
    long awaitOperations() throws InterruptedException {
        drained.await();
        Throwable cause = bug.get();
        if (cause != null) {
            throw new IllegalStateException("the engine failed", cause);
        }
        return operations.get();
    }
}

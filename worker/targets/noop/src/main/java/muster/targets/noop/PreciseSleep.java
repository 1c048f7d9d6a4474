package muster.targets.noop;

import java.util.concurrent.locks.LockSupport;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;

/** A wait that ends on time. */
final class PreciseSleep {
    /** A parked thread wakes up to about this much late; the rest is spun, which holds a core. */
    private static final long SPIN_NS = 60_000;

    private PreciseSleep() {}

    /** Returns once the time has passed, never before; throws if the thread is interrupted. */
    static void of(long delayNs) throws OperationFailure {
        if (delayNs <= 0) {
            return;
        }
        long endNs = System.nanoTime() + delayNs;
        for (long leftNs = delayNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            waitSome(leftNs);
        }
    }

    private static void waitSome(long leftNs) throws OperationFailure {
        if (leftNs <= SPIN_NS) {
            Thread.onSpinWait();
            return;
        }
        LockSupport.parkNanos(leftNs - SPIN_NS);
        if (Thread.currentThread().isInterrupted()) {
            throw new OperationFailure(Kind.PERMANENT, "Interrupted", "interrupted while it waited");
        }
    }
}

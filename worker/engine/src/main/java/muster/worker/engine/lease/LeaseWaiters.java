package muster.worker.engine.lease;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients without a lease, first come first served. A client announces itself, looks again, and only then parks; who
 * offers work wakes as many as there are blocks. A client that found work without being woken stays in the queue as a
 * stale entry, which is skipped on wake-up.
 */
public final class LeaseWaiters {
    private final LeaseQueue leases;
    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();

    public LeaseWaiters(LeaseQueue leases) {
        this.leases = leases;
    }

    /** Parks the calling client until there may be work, or it is stopped. */
    public void await(Waiter waiter, ClientSlot slot) {
        waiter.waiting.set(true);
        if (waiter.queued.compareAndSet(false, true)) {
            queue.add(waiter);
        }
        while (waiter.waiting.get() && !slot.stopped() && !leases.hasWork()) {
            LockSupport.park(this);
        }
        waiter.waiting.set(false);
    }

    /**
     * What a client does after it waited and claimed, or was stopped: it may have been woken for work that is still
     * there, because it found other work first.
     */
    public void passOn() {
        if (leases.hasWork()) {
            wake(1);
        }
    }

    public void wake(long most) {
        long left = most;
        while (left > 0) {
            Waiter waiter = queue.poll();
            if (waiter == null) {
                return;
            }
            waiter.queued.set(false);
            if (waiter.waiting.compareAndSet(true, false)) {
                LockSupport.unpark(waiter.thread);
                left--;
            }
        }
    }

    /** One client's place in the queue. */
    public static final class Waiter {
        private final Thread thread;
        private final AtomicBoolean waiting = new AtomicBoolean();
        private final AtomicBoolean queued = new AtomicBoolean();

        public Waiter(Thread thread) {
            this.thread = thread;
        }
    }
}

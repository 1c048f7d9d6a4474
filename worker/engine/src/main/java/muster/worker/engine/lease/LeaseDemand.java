package muster.worker.engine.lease;

import java.util.concurrent.atomic.AtomicLong;
import muster.worker.engine.time.RateMeter;

/**
 * How many leases the engine wants. With leases of one index that is one for each client that is without work, and not
 * before its operation ended; otherwise enough to be busy for a quarter of a second, and two at least.
 */
public final class LeaseDemand {
    private static final double AHEAD_S = 0.25;
    private static final int MIN = 2;
    /** A lease of a few indexes is not asked for singly: a request may wait until a quarter of what is held is gone. */
    private static final int FRACTION = 4;

    private final LeaseSource source;
    private final LeaseQueue leases;
    private final RateMeter rate;
    private final int leaseSize;
    private final int actions;
    /** One index a lease: blocks that were started, and clients that want one. */
    private final AtomicLong needed = new AtomicLong();

    private final AtomicLong requested = new AtomicLong();
    private volatile int clients;
    private volatile boolean ended;

    public LeaseDemand(LeaseSource source, LeaseQueue leases, RateMeter rate, int leaseSize, int actions) {
        this.source = source;
        this.leases = leases;
        this.rate = rate;
        this.leaseSize = leaseSize;
        this.actions = actions;
    }

    public boolean single() {
        return leaseSize == 1;
    }

    public void clients(int count) {
        clients = count;
    }

    public int clients() {
        return clients;
    }

    /** Nothing more is wanted. */
    public void end() {
        ended = true;
    }

    /** A client is without work; for leases of one index only. */
    public void request() {
        raise(needed.incrementAndGet());
    }

    /** A client that requested one ends without having started it. */
    public void cancel() {
        needed.decrementAndGet();
    }

    /** Asks for what is missing; cheap enough to be called whenever a lease may be used up. */
    public void refill() {
        if (single()) {
            return;
        }
        long hold = hold();
        long total = leases.usedUp() + hold;
        long step = Math.max(1, hold / FRACTION);
        if (total - requested.get() >= step || requested.get() == 0) {
            raise(total);
        }
    }

    /** Leases of automatic size hold a quarter of a second each. */
    private long hold() {
        if (clients == 0) {
            return 0;
        }
        double indexes = Math.max(2.0 * clients * actions, rate.perS() * AHEAD_S);
        return leaseSize == 0 ? MIN : Math.max(MIN, (long) Math.ceil(indexes / leaseSize) + 1);
    }

    private void raise(long total) {
        for (long seen = requested.get(); total > seen && !ended; seen = requested.get()) {
            if (requested.compareAndSet(seen, total)) {
                source.want(total, rate.perS());
                return;
            }
        }
    }
}
